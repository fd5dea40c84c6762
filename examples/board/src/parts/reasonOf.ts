/** Why a request failed: the server's message if there is one, otherwise the error's. */
export function reasonOf({ name = '', message, data }: { name?: string; message: string; data?: unknown }) {
  const hasMessage = typeof data === 'object' && data !== null && 'message' in data;
  if (hasMessage) return String(data.message);
  // `fetch` throws this without a connection; the message differs between browsers.
  return name === 'TypeError' ? 'Cannot reach the server.' : message;
}
