import { createParser } from 'eventsource-parser';
import { anySignal } from '../endpoint/anySignal';
import { checkAddress, checkOptions } from '../errors/checkValues';
import { retryAfter } from '../managers/retry';
import { isError } from '../plain/isError';
import type { Loose } from '../types/Loose';
import type { StreamEnd, StreamHandlers, StreamMemory, StreamSource } from './StreamSource';

/** How an event stream is requested and read; all options are optional. */
export interface ServerSentEventOptions {
  /**
   * Other parts of the request, such as headers, which the browser's `EventSource` cannot send; a function is called
   * for each attempt. A signal ends the stream for good.
   */
  readonly requestInit?: RequestInit | ((enabled: Loose) => RequestInit);
}

const NO_CONTENT = 204;
const TOO_MANY_REQUESTS = 429;

/**
 * A stream of server-sent events, read with `fetch`.
 *
 * It resumes after the last event that arrived, as `EventSource` does. A 204, any status from 400 to 499 except 429,
 * and any response that is not an event stream end it for good.
 *
 * @param url a function is called for each attempt, with what `enabled` of the manager returned, for example
 * a token
 * @see {@link streamManager}
 */
export function serverSentEventSource(
  url: string | ((enabled: Loose) => string),
  options: ServerSentEventOptions = {},
): StreamSource {
  if (process.env.NODE_ENV !== 'production') {
    checkAddress('serverSentEventSource()', url);
    checkOptions('serverSentEventSource', options);
  }
  const { requestInit: initOption = {} } = options;
  return (handlers, memory) => {
    const { enabled } = memory;
    const requestInit = typeof initOption === 'function' ? initOption(enabled) : initOption;
    const abort = new AbortController();
    const signal = anySignal([abort.signal, requestInit.signal]) as AbortSignal;
    const init = { ...requestInit, headers: headersFor(requestInit, memory), signal };
    const address = typeof url === 'function' ? url(enabled) : url;
    if (process.env.NODE_ENV !== 'production' && 'then' in requestInit)
      throw new TypeError('requestInit() returned a promise. It must return an object at once.');
    const read = async (): Promise<StreamEnd> => {
      const response = await fetch(address, { cache: 'no-store', ...init });
      const refusal = refusalIn(response, address);
      if (refusal !== undefined) {
        // Its body is not read, and would keep the connection open.
        abort.abort();
        return refusal;
      }
      handlers.onOpen();
      await readEvents(response, handlers, memory, signal);
      return {};
    };
    read().then(handlers.onClose, error =>
      handlers.onClose({
        isFinal: requestInit.signal?.aborted === true,
        reason: isBadAddress(error) ? error : undefined,
      }),
    );
    return { close: () => abort.abort() };
  };
}

function headersFor({ headers }: RequestInit, { lastEventId }: StreamMemory): Headers {
  const all = new Headers(headers);
  all.set('Accept', 'text/event-stream');
  // A header holds bytes; send UTF-8, as `EventSource` does. `Headers` refuses other characters.
  if (lastEventId) all.set('Last-Event-ID', String.fromCharCode(...new TextEncoder().encode(lastEventId)));
  return all;
}

/** Whether `fetch` failed because the address is no URL, such as one without a host outside a browser. */
function isBadAddress(error: unknown): boolean {
  return isError(error) && error.name === 'TypeError' && error.message.includes('URL');
}

function refusalIn({ status, ok, headers }: Response, url: string): StreamEnd | undefined {
  const type = headers.get('content-type') ?? '';
  const isStream = /^text\/event-stream\b/i.test(type);
  if (ok && status !== NO_CONTENT && isStream) return undefined;
  const isFinal = status < 500 && status !== TOO_MANY_REQUESTS;
  // A 204 is how a server ends a stream on purpose.
  return isFinal && status !== NO_CONTENT
    ? { isFinal, reason: refusal(status, ok ? type : '', url) }
    : { isFinal, afterMs: retryAfter(headers) };
}

function refusal(status: number, type: string, url: string): Error {
  // The query may contain a token.
  const text =
    process.env.NODE_ENV === 'production'
      ? String(status)
      : `${url.split('?')[0]} returned the status ${status}${type && ` with ${type}`}, no event stream. There is no ` +
        'further attempt: check the address, and the log-in that the server requires. With the option `enabled`, a ' +
        'new token opens a new connection.';
  return Object.assign(new Error(text), { status });
}

async function readEvents(
  { body }: Response,
  { onMessage }: StreamHandlers,
  memory: StreamMemory,
  signal: AbortSignal,
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
  const noteIds = idReader(id => {
    memory.lastEventId = id;
  });
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    // Text that arrives after the abort must not count as received: the next connection would resume after it.
    signal.throwIfAborted();
    const text = decoder.decode(chunk.value, { stream: true });
    parser.feed(text);
    noteIds(text);
  }
}

/**
 * Reads the ids in the text of an event stream, including those of events without data: the parser skips these, but a
 * stream resumes from them too.
 *
 * @param onId called with the id of an event once its end has arrived
 * @returns a function that takes the next piece of text, wherever it is cut
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
function idReader(onId: (id: string) => void): (text: string) => void {
  /** The start of a line whose end has not arrived; of a long line only enough to see that it has no id. */
  let rest = '';
  let id: string | undefined;

  function readLine(line: string) {
    if (line === '') {
      if (id !== undefined) onId(id);
      id = undefined;
    } else if (/^id(:|$)/.test(line) && !line.includes('\0')) id = line.slice(line[3] === ' ' ? 4 : 3);
  }

  return text => {
    // A carriage return at the end may be followed by a line feed of the same line end.
    const lines = (rest + text).split(/\r\n|\r(?!$)|\n/);
    rest = lines.pop() ?? '';
    if (!'id:'.startsWith(rest.slice(0, 3)) && !rest.endsWith('\r')) rest = rest.slice(0, 3);
    for (const line of lines) readLine(line);
  };
}
