import type { ServerResponse } from 'node:http';
import { streamState } from 'rdc-toolkit/server';
import { type PipeableStream, renderToPipeableStream } from 'react-dom/server';
import { makeStore } from './makeStore';
import { Page, Todos } from './Page';

/** How to respond to a request. */
export interface RenderOptions {
  readonly nonce: string;
  /** Called for each failure on the server, which is reported nowhere else. */
  readonly onError: (error: unknown) => void;
}

/** Responds to a request with a document, a separate store, and a separate stream. */
export function renderDocument(response: ServerResponse, { nonce, onError }: RenderOptions) {
  const store = makeStore();
  const state = streamState(store, { nonce });
  const { pipe } = renderToPipeableStream(<Page store={store} />, {
    nonce,
    bootstrapModules: ['/client.js'],
    onError,
    onShellReady() {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      pipe(state.into(response));
    },
  });
  return store;
}

/** The same with a template for the document, of which React renders only a part. */
export function renderInTemplate(response: ServerResponse, { nonce, onError }: RenderOptions) {
  const store = makeStore();
  const state = streamState(store, { nonce });
  const { pipe }: PipeableStream = renderToPipeableStream(<Todos store={store} />, {
    nonce,
    bootstrapModules: ['/client.js'],
    onError,
    onShellReady() {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.write(`<!doctype html><html><head>${state.script()}</head><body><div id="root">`);
      pipe(state.into(response));
    },
  });
  return store;
}
