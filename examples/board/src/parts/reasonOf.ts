/** Why a request failed: in the words of the server where it has some, otherwise in those of the error. */
export function reasonOf({ name = '', message, data }: { name?: string; message: string; data?: unknown }) {
  const hasMessage = typeof data === 'object' && data !== null && 'message' in data;
  if (hasMessage) return String(data.message);
  // What fetch throws without a connection; its message differs from browser to browser.
  return name === 'TypeError' ? 'Cannot reach the server.' : message;
}
