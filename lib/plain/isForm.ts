/** Whether a value is a form with readable entries: in React Native they are not. */
export function isForm(value: unknown): value is FormData | URLSearchParams {
  return (value instanceof FormData || value instanceof URLSearchParams) && Symbol.iterator in value;
}
