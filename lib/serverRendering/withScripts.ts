/** Puts scripts into HTML that comes in pieces. */
export interface ScriptInsertion {
  /** Takes a piece; hands on what can go, in order. */
  write(piece: Uint8Array | string): readonly (Uint8Array | string)[];
  /** Says that the HTML so far ends between two elements: what was held back can go. */
  flush(): readonly (Uint8Array | string)[];
}

/**
 * Puts a script before what is rendered next, so that it has run before any of it is there.
 *
 * The first part of a page is held back until it is whole: its script stands at the end of the head, before
 * the scripts of the page itself.
 */
export function withScripts(nextScript: () => string): ScriptInsertion {
  let head: Uint8Array[] | undefined = [];
  let isBetween = true;
  const bytes = (piece: Uint8Array | string) =>
    typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;

  return {
    write(piece) {
      if (head !== undefined) {
        head.push(bytes(piece));
        return [];
      }
      const script = isBetween ? nextScript() : '';
      isBetween = false;
      return script === '' ? [piece] : [script, piece];
    },
    flush() {
      isBetween = true;
      if (head === undefined || head.length === 0) return [];
      const html = new TextDecoder().decode(joined(head));
      head = undefined;
      return [inHead(html, nextScript())];
    },
  };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0));
  let place = 0;
  for (const piece of pieces) {
    all.set(piece, place);
    place += piece.length;
  }
  return all;
}

/** At the end of the head; where there is none, first, but after what says that it is HTML. */
function inHead(html: string, script: string): string {
  const head = html.search(/<\/head>/i);
  const place = head >= 0 ? head : (/^\s*<!doctype[^>]*>/i.exec(html)?.[0].length ?? 0);
  return html.slice(0, place) + script + html.slice(place);
}
