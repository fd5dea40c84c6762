import { argsOf, endpointOf } from '../actions/endpointOf';
import type { Step } from '../actions/reductions';
import { attempt } from '../plain/attempt';
import { addressedRecord } from '../schema/addressedRecord';
import { getValue } from '../tables/getCell';

/** Past this many characters a title is cut. */
const MAX_TITLE_LENGTH = 24;

/** A text without what is past its first characters. */
export function cutAt(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Line breaks and other control characters, and those that turn the direction of the text after them. */
const UNSAFE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** A text as it can be shown between others: what would end their line, or turn their direction, is written as JSON escapes it. */
export function escaped(text: string): string {
  return text.replace(UNSAFE, character =>
    character < ' '
      ? JSON.stringify(character).slice(1, -1)
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * ` “Kettle hums”`: what a record was called before an action, or is since: its `title`, `name` or `label`. Empty where
 * its key says the same, and in production.
 */
export function titleIn(step: Step | undefined, kind: string, pk: string): string {
  if (process.env.NODE_ENV !== 'production' && step !== undefined) {
    const row = getValue(step.before.entities[kind], pk) ?? getValue(step.after.entities[kind], pk);
    const { title, name, label } = (row ?? {}) as Readonly<Record<string, unknown>>;
    const told = [title, name, label].find(value => typeof value === 'string' && value !== '') as
      | string
      | undefined;
    if (told === undefined || told === pk) return '';
    return ` “${cutAt(told, MAX_TITLE_LENGTH)}”`;
  }
  return '';
}

/** The title of the record that a request is addressed to; empty where its endpoint is not loaded here. */
export function titleOfSubject(request: Parameters<typeof endpointOf>[0], step: Step | undefined): string {
  if (process.env.NODE_ENV !== 'production' && step !== undefined) {
    const record = attempt(() => addressedRecord(endpointOf(request), argsOf(request)));
    return record === undefined ? '' : titleIn(step, record.kind, record.pk);
  }
  return '';
}
