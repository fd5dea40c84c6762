/** Why a request failed: in the words of the server, or failing that in those of the error. */
export function reasonOf({ message, data }: { message: string; data?: unknown }) {
  const isTold = typeof data === 'object' && data !== null && 'message' in data;
  return isTold ? String(data.message) : message;
}
