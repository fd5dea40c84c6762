/** Something that is equal for equal results: those of unions are objects. */
export function identityOf(result: unknown): unknown {
  return typeof result === 'object' && result !== null ? JSON.stringify(result) : result;
}
