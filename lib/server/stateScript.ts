import { QUEUES, type StateChunk } from './StateChunk';

/**
 * JavaScript that hands a chunk over to the store of the page, now or as soon as there is one.
 *
 * It can stand in a script element: no data ends it, or is run. As a text to be parsed, where a literal would
 * take a field called `__proto__` for another thing.
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

/** A string literal in single quotes, since JSON is full of double ones. */
function quoted(text: string): string {
  return `'${text.replace(/[\\'<>\n\r\u2028\u2029]/g, asEscape)}'`;
}

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function asEntity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
