import { argsOf, endpointOf } from '../actions/endpointOf';
import type { Step } from '../actions/reductions';
import { attempt } from '../plain/attempt';
import { isPlainObject } from '../plain/isPlainObject';
import { isDescription, toPlain } from '../plain/toPlain';
import { addressedRecord } from '../schema/addressedRecord';
import { getValue } from '../tables/getCell';
import { shortened } from './shownState';

/** Past this many characters a value, or a title, is cut. */
const MAX_LENGTH = 24;

/** Past this many fields of one argument, their values are left out. */
export const MAX_FIELDS = 3;

/** Cuts a text after so many characters. */
export function cutAt(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Line breaks and other control characters, and those that change the direction of the text after them. */
const UNSAFE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** Escapes, as in JSON, what would break the line of the surrounding text, or change its direction. */
export function escaped(text: string): string {
  return text.replace(UNSAFE, character =>
    character < ' '
      ? JSON.stringify(character).slice(1, -1)
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The fields of an argument; a single one without its name if its value is clear enough: an id, a word. */
export function fieldsOf(arg: unknown, separator: string): string {
  const value = toPlain(shortened(arg));
  if (!isPlainObject(value) || isDescription(value)) return short(value);
  const fields = Object.entries(value).filter(([, part]) => part !== undefined);
  if (fields.length > MAX_FIELDS) return `{ ${fields.map(([name]) => name).join(', ')} }`;
  const [only] = fields;
  if (fields.length === 1 && only !== undefined && (separator === ' ' ? isWord(only[1]) : only[0] === 'id'))
    return short(only[1]);
  return fields.map(([name, part]) => `${name}${separator}${short(part)}`).join(', ');
}

export function isWord(value: unknown): boolean {
  return typeof value === 'string' && /^[\p{L}\p{N}_-]+$/u.test(value);
}

export function short(value: unknown): string {
  if (isDescription(value)) {
    const { $type, name = '', size } = value;
    return joined([`${$type} ${name}`.trim(), size === undefined ? '' : `${size} bytes`]);
  }
  const text = typeof value === 'string' && value !== '' ? value : (JSON.stringify(shortened(value)) ?? '');
  return cutAt(text, MAX_LENGTH);
}

export function joined(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(' · ');
}

/**
 * ` “Kettle hums”`: a record's `title`, `name` or `label` before an action, or else after it. Empty if its key says the
 * same, and in production.
 */
export function titleIn(step: Step | undefined, kind: string, pk: string): string {
  if (process.env.NODE_ENV !== 'production' && step !== undefined) {
    const row = getValue(step.before.entities[kind], pk) ?? getValue(step.after.entities[kind], pk);
    const { title, name, label } = (row ?? {}) as Readonly<Record<string, unknown>>;
    const recordTitle = [title, name, label].find(value => typeof value === 'string' && value !== '') as
      | string
      | undefined;
    if (recordTitle === undefined || recordTitle === pk) return '';
    return ` “${cutAt(recordTitle, MAX_LENGTH)}”`;
  }
  return '';
}

/** The title of the record that a request addresses; empty if its endpoint is not loaded here. */
export function titleOfSubject(request: Parameters<typeof endpointOf>[0], step: Step | undefined): string {
  if (process.env.NODE_ENV !== 'production' && step !== undefined) {
    const record = attempt(() => addressedRecord(endpointOf(request), argsOf(request)));
    return record === undefined ? '' : titleIn(step, record.kind, record.pk);
  }
  return '';
}
