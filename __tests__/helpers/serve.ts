import { RestEndpoint, type RestOptions } from 'rdc-toolkit';
import { type ApiHandler, startApi, type TestApi } from './startApi';

let baseUrl = '';

/** Starts a server that every {@link ApiEndpoint} asks from now on. */
export async function serve(routes: Readonly<Record<string, ApiHandler>>): Promise<TestApi> {
  const api = await startApi(routes);
  baseUrl = api.url;
  return api;
}

/**
 * An endpoint of the server that was started last.
 *
 * Made once a file, though each test has a server of its own: names stay unambiguous, so that every log can be
 * replayed, and keys hold no port.
 */
export class ApiEndpoint<const Options extends RestOptions = RestOptions> extends RestEndpoint<Options> {
  override fetchResponse(input: string, init: RequestInit): Promise<Response> {
    return super.fetchResponse(`${baseUrl}${input}`, init);
  }
}
