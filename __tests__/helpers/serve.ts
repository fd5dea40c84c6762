import { RestEndpoint, type RestOptions } from 'rdc-toolkit';
import { type ApiHandler, startApi, type TestApi } from './startApi';

let baseUrl = '';

/** Starts a server to which every {@link ApiEndpoint} sends its requests from now on. */
export async function serve(routes: Readonly<Record<string, ApiHandler>>): Promise<TestApi> {
  return serveWith(await startApi(routes));
}

/** Makes every {@link ApiEndpoint} send its requests to a server that is already running. */
export function serveWith<Api extends { readonly url: string }>(api: Api): Api {
  baseUrl = api.url;
  return api;
}

/**
 * An endpoint of the most recently started server.
 *
 * Created once per file, although each test has its own server: names stay unambiguous, so that every log can be
 * replayed, and keys contain no port.
 */
export class ApiEndpoint<const Options extends RestOptions = RestOptions> extends RestEndpoint<Options> {
  override fetchResponse(input: string, init: RequestInit): Promise<Response> {
    return super.fetchResponse(`${baseUrl}${input}`, init);
  }
}
