/** True for errors of whichever realm: what `fetch` throws is not always an instance of this realm's `Error`. */
export function isError(value: unknown): value is Error {
  return (
    value instanceof Error ||
    Object.prototype.toString.call(value) === '[object Error]' ||
    isDOMException(value)
  );
}

function isDOMException(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object DOMException]';
}
