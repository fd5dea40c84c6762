/** Whether an object has no fields. */
export function isEmpty(object: object): boolean {
  for (const _name in object) return false;
  return true;
}
