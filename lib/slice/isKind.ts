/** Whether a kind can have this name: the name of an `Object.prototype` member cannot be one. */
export function isKind(name: string): boolean {
  return !(name in Object.prototype);
}
