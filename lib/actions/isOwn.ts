/** Whether an action is of this library. */
export function isOwn(action: unknown): action is { readonly type: string } {
  const { type } = (action ?? {}) as { readonly type?: unknown };
  return typeof type === 'string' && type.startsWith('rdc/');
}
