/**
 * Reads the ids in the text of an event stream, those of events without data among them: the parser passes those over,
 * but a stream is resumed from them too.
 *
 * @param onId called with the id of an event once its end has arrived
 * @returns takes the next piece of text, wherever it is cut
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function idReader(onId: (id: string) => void): (text: string) => void {
  /** The start of a line whose end has not arrived; of a long one no more than it takes to see that it has no id. */
  let rest = '';
  let id: string | undefined;

  function readLine(line: string) {
    if (line === '') {
      if (id !== undefined) onId(id);
      id = undefined;
    } else if (/^id(:|$)/.test(line) && !line.includes('\0')) id = line.slice(line[3] === ' ' ? 4 : 3);
  }

  return text => {
    // What follows a carriage return may belong to it.
    const lines = (rest + text).split(/\r\n|\r(?!$)|\n/);
    rest = lines.pop() ?? '';
    if (!'id:'.startsWith(rest.slice(0, 3)) && !rest.endsWith('\r')) rest = rest.slice(0, 3);
    for (const line of lines) readLine(line);
  };
}
