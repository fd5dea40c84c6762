/** One event of an event stream. */
export interface ServerSentEvent {
  readonly type: string;
  readonly data: string;
  /** The id that holds after this event. */
  readonly lastEventId: string | undefined;
}

/** What a parser hands over. */
export interface SseHandlers {
  onEvent(event: ServerSentEvent): void;
  /** @param length milliseconds that the server asks to wait before another attempt */
  onRetry(length: number): void;
}

/**
 * Reads an event stream piece by piece, wherever the pieces were cut.
 *
 * @returns takes the next piece
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function sseParser({ onEvent, onRetry }: SseHandlers): (chunk: string) => void {
  let rest = '';
  let data: string[] = [];
  let type = '';
  let lastEventId: string | undefined;

  function take(line: string) {
    if (line === '') return dispatch();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') type = value;
    else if (field === 'id' && !value.includes('\0')) lastEventId = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  }

  function dispatch() {
    if (data.length > 0) onEvent({ type: type || 'message', data: data.join('\n'), lastEventId });
    data = [];
    type = '';
  }

  return chunk => {
    // A carriage return at the very end may be half of a line break: it waits for the next piece.
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  };
}
