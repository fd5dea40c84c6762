import { NetworkError } from '../../errors/NetworkError';

/** The error of a request that the user made fail: as if the server had responded with 500. */
export function panelFailure(key: string): Error {
  const response = new Response(null, { status: 500, statusText: 'Failed by the data panel' });
  return new NetworkError(key, response, { message: 'Failed by the data panel.' });
}
