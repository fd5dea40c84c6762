/** The name of a value's class, such as `Error`, according to the platform; works across realms. */
export function classOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
