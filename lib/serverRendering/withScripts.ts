/** Puts scripts into HTML that comes in pieces. */
export interface ScriptInsertion {
  /** Takes a piece. */
  add(piece: Uint8Array | string): void;
  /** Says that the HTML so far ends between two elements; hands on what came since the last time, and what belongs before it. */
  take(): readonly (Uint8Array | string)[];
}

/**
 * Puts a script before what was rendered, so that it has run before any of it is there.
 *
 * With the first part of a document it goes to the end of the head, before the scripts of the page itself.
 */
export function withScripts(nextScript: () => string): ScriptInsertion {
  let pieces: (Uint8Array | string)[] = [];
  let isFirst = true;

  return {
    add: piece => void pieces.push(piece),
    take() {
      if (pieces.length === 0) return [];
      const [part, script] = [pieces, nextScript()];
      pieces = [];
      if (script === '' || !isFirst) return script === '' ? part : [script, ...part];
      isFirst = false;
      return [inHead(textOf(part), script)];
    },
  };
}

function textOf(pieces: readonly (Uint8Array | string)[]): string {
  const decoder = new TextDecoder();
  const text = pieces.map(piece =>
    typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }),
  );
  return text.join('') + decoder.decode();
}

/** At the end of the head; where there is none, first, but after what says that it is HTML. */
function inHead(html: string, script: string): string {
  const head = html.search(/<\/head>/i);
  const place = head >= 0 ? head : (/^\s*<!doctype[^>]*>/i.exec(html)?.[0].length ?? 0);
  return html.slice(0, place) + script + html.slice(place);
}
