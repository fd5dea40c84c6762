/** Whether records can be of a kind with this name: not where every object has a member of that name. */
export function isKind(name: string): boolean {
  return !(name in Object.prototype);
}
