import type { ServerResponse } from 'node:http';
import { type StreamStateOptions, streamState } from 'rdc-toolkit';
import { renderToPipeableStream } from 'react-dom/server';
import { makeStore } from './makeStore';
import { Page } from './Page';

/** Answers a request with the page: a store and a stream of its own. */
export function render(
  response: ServerResponse,
  options: StreamStateOptions,
  onError: (error: unknown) => void,
) {
  const store = makeStore();
  const state = streamState(store, options);
  const { pipe } = renderToPipeableStream(<Page store={store} />, {
    ...options,
    bootstrapModules: ['/client.js'],
    onError,
    onShellReady() {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      pipe(state.into(response));
    },
  });
  return store;
}
