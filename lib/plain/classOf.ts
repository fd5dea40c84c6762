/** The name of the class of a value, such as `Error`, as the platform tells it: of whichever realm it is. */
export function classOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
