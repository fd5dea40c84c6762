/** Whether a value is a form whose entries can be read: in React Native they cannot. */
export function isForm(value: unknown): value is FormData | URLSearchParams {
  return (value instanceof FormData || value instanceof URLSearchParams) && Symbol.iterator in value;
}
