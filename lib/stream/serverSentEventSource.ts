import { createParser } from 'eventsource-parser';
import type { Loose } from '../types/Loose';
import type { StreamEnd, StreamHandlers, StreamMemory, StreamSource } from './StreamSource';

/** How an event stream is requested and read; all parts are optional. */
export interface ServerSentEventOptions {
  /** Other parts of the request, headers among them, which the browser's `EventSource` cannot send; a function is called for each attempt. */
  readonly requestInit?: RequestInit | ((enabled: Loose) => RequestInit);
}

const NO_CONTENT = 204;
const TOO_MANY_REQUESTS = 429;

/**
 * A stream of server-sent events, read with `fetch`.
 *
 * It resumes after the last event that arrived, as `EventSource` does. A 204, any status from 400 to 499
 * except 429, and anything that is not an event stream, end it for good.
 *
 * @param url a function is called for each attempt, with what `enabled` of the manager returned, for example
 * a token
 * @see {@link streamManager}
 */
export function serverSentEventSource(
  url: string | ((enabled: Loose) => string),
  { requestInit: given = {} }: ServerSentEventOptions = {},
): StreamSource {
  return (handlers, memory) => {
    const { enabled } = memory;
    const requestInit = typeof given === 'function' ? given(enabled) : given;
    const abort = new AbortController();
    const init = { ...requestInit, headers: headersFor(requestInit, memory), signal: abort.signal };
    const read = async (): Promise<StreamEnd> => {
      const response = await fetch(typeof url === 'function' ? url(enabled) : url, {
        cache: 'no-store',
        ...init,
      });
      const refusal = refusalIn(response);
      if (refusal !== undefined) return refusal;
      handlers.onOpen();
      await readEvents(response, handlers, memory);
      return {};
    };
    read().then(handlers.onClose, () => handlers.onClose());
    return { close: () => abort.abort() };
  };
}

function headersFor({ headers }: RequestInit, { lastEventId }: StreamMemory): Headers {
  const all = new Headers(headers);
  all.set('Accept', 'text/event-stream');
  if (lastEventId) all.set('Last-Event-ID', lastEventId);
  return all;
}

function refusalIn({ status, ok, headers }: Response): StreamEnd | undefined {
  const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
  if (ok && status !== NO_CONTENT && isStream) return undefined;
  return { isFinal: status < 500 && status !== TOO_MANY_REQUESTS };
}

async function readEvents(
  { body }: Response,
  { onMessage }: StreamHandlers,
  memory: StreamMemory,
): Promise<void> {
  const parser = createParser({
    onEvent({ id, event = 'message', data }) {
      if (id !== undefined) memory.lastEventId = id;
      onMessage(data, event);
    },
    onRetry(length) {
      memory.retryMs = length;
    },
  });
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    parser.feed(decoder.decode(piece.value, { stream: true }));
  }
}
