/** Inserts scripts into HTML that comes in pieces. */
export interface ScriptInsertion {
  /** Adds a piece. */
  add(piece: Uint8Array | string): void;
  /** For HTML that ends between two elements; returns what came since the last call, and the script that goes first. */
  take(): readonly (Uint8Array | string)[];
}

/**
 * Puts a script before the HTML that needs its data, so that it runs first.
 *
 * In the first part of a document it goes to the end of the head, before the page's own scripts.
 */
export function withScripts(nextScript: () => string): ScriptInsertion {
  let pieces: (Uint8Array | string)[] = [];
  let hasBegun = false;

  return {
    add: piece => void pieces.push(piece),
    take() {
      if (pieces.length === 0) return [];
      const [part, isFirst, script] = [pieces, !hasBegun, nextScript()];
      pieces = [];
      hasBegun = true;
      if (script === '') return part;
      return isFirst ? [insertInHead(textOf(part), script)] : [script, ...part];
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

/** Inserts a script at the end of the head; without one, at the start, but after the doctype. */
function insertInHead(html: string, script: string): string {
  const place = endOfHead(html) ?? /^\s*<!doctype[^>]*>/i.exec(html)?.[0].length ?? 0;
  return html.slice(0, place) + script + html.slice(place);
}

/** The end of the head, and everything that may contain the same letters as text: elsewhere they are escaped. */
const HEAD_OR_TEXT = /<\/head>|<(script|style)\b.*?<\/\1|<!--.*?-->/gis;

function endOfHead(html: string): number | undefined {
  for (const { 0: text, index } of html.matchAll(HEAD_OR_TEXT)) {
    if (text.startsWith('</')) return index;
  }
}
