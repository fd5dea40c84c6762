import { QUEUES, type StateChunk } from './StateChunk';

/**
 * JavaScript that passes a chunk to the page's store, now or as soon as there is one.
 *
 * It is safe in a script element: no data ends it, or runs. The chunk is a text to parse, because a literal would treat
 * a field called `__proto__` differently.
 */
export function scriptSource(chunk: StateChunk, reducerPath: string): string {
  const queues = `((self[${quoted(QUEUES)}]??={})[${quoted(reducerPath)}]??=[])`;
  return `${queues}.push(JSON.parse(${quoted(JSON.stringify(chunk))}));`;
}

/** A script element. */
export function scriptElement(source: string, nonce: string | undefined): string {
  const attribute = nonce === undefined ? '' : ` nonce="${nonce.replace(/[&"<>]/g, asEntity)}"`;
  return source === '' ? '' : `<script${attribute}>${source}</script>`;
}

/** A string literal in single quotes, because JSON is full of double ones. */
function quoted(text: string): string {
  return `'${text.replace(/[\\'<>\n\r\u2028\u2029]/g, asEscape)}'`;
}

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function asEntity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
