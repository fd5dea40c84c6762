import { isPlainObject } from '../plain/isPlainObject';
import { type Issue, pathToString } from './Issue';

/** Messages by field: `title`, `tags[0].name`; under `''` those about the form as a whole. */
export type FormErrors = Readonly<Record<string, readonly string[]>>;

/** The statuses with which a server refuses input. */
const REFUSALS: readonly unknown[] = [400, 409, 422];

/**
 * The errors of a form, by field: the issues of a body that its schema refused, or those in the response of
 * a server that refused it with 422, 400 or 409.
 *
 * @param error what `fetch` rejected with, or what a hook returned; any value works
 * @param read finds the issues in the response body. By default, it reads what common frameworks send: a list with
 *   places and messages, messages by field, or a text
 * @returns An empty object for any other error.
 * @example
 * ```ts
 * import { formErrors } from 'rdc-toolkit';
 *
 * const show = (error: unknown) => {
 *   const { title = [], '': others = [] } = formErrors(error);
 *   return [...title, ...others].join();
 * };
 * ```
 */
export function formErrors(error: unknown, read: (data: unknown) => readonly Issue[] = issuesIn): FormErrors {
  const { status, code, data } = fieldsOf(error);
  const byField = new Map<string, string[]>();
  const issues = code === 'input' || REFUSALS.includes(status) ? read(data) : [];
  for (const { path, message } of issues) {
    const field = pathToString(path);
    byField.set(field, [...(byField.get(field) ?? []), message]);
  }
  return Object.fromEntries(byField);
}

function issuesIn(data: unknown): readonly Issue[] {
  // A field may have the name of an envelope.
  if (isByField(data)) return messagesIn(data, [], false);
  const { issues, errors, violations, 'invalid-params': params, message, detail, error } = fieldsOf(data);
  const texts = Array.isArray(message) ? message.map(sentenceOf) : undefined;
  const found = issues ?? errors ?? violations ?? params ?? texts ?? detail;
  // A wrapper around everything is not a field.
  if (found === undefined && isPlainObject(error)) return issuesIn(error);
  if (found === undefined) {
    const byField = messagesIn(data, [], false);
    const text = [message, error].find(one => typeof one === 'string' && one !== '') as string | undefined;
    return byField.length > 0 || text === undefined ? byField : [{ path: [], message: text }];
  }
  if (typeof found === 'string' && found !== '') return [{ path: [], message: found }];
  return Array.isArray(found) ? found.map(issueOf) : messagesIn(found, [], true);
}

/** Whether a body consists of several lists of texts. */
function isByField(data: unknown): boolean {
  const lists = Object.values(fieldsOf(data));
  const isTexts = (list: unknown) =>
    Array.isArray(list) && list.length > 0 && list.every(one => typeof one === 'string');
  return lists.length > 1 && lists.every(isTexts);
}

function issueOf(issue: unknown): Issue {
  if (typeof issue === 'string') return { path: [], message: issue };
  const { name, source } = fieldsOf(issue);
  const place = placeOf(issue) ?? name ?? fieldsOf(source).pointer;
  return { path: pathOf(place), message: messageOf(issue, true) ?? JSON.stringify(issue) };
}

/** The place that an issue names, in fields that mean nothing else beside a message. */
function placeOf(issue: unknown): unknown {
  const { path, field, param, loc, propertyPath, property, pointer, target } = fieldsOf(issue);
  return path ?? field ?? param ?? inBody(loc) ?? propertyPath ?? property ?? pointer ?? target ?? undefined;
}

/** A place in a request, without the prefix for the body: `['body', 'title']`. */
function inBody(loc: unknown): unknown {
  return Array.isArray(loc) && loc[0] === 'body' ? loc.slice(1) : loc;
}

/** Messages by field, which may be nested; if nothing marks them as messages, only those in lists. */
function messagesIn(value: unknown, path: Issue['path'], isMessage: boolean): readonly Issue[] {
  if (typeof value === 'string') return isMessage ? [{ path, message: value }] : [];
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => {
      // An issue that names its own place belongs there, wherever it is.
      if (placeOf(one) !== undefined && messageOf(one, true) !== undefined) return [issueOf(one)];
      const message = typeof one === 'string' ? one : messageOf(one);
      return message === undefined ? messagesIn(one, [...path, index], false) : [{ path, message }];
    });
  }
  const message = path.length > 0 && isMessage ? messageOf(value) : undefined;
  if (message !== undefined) return [{ path, message }];
  return Object.entries(fieldsOf(value)).flatMap(([field, nested]) =>
    messagesIn(nested, isOfWhole(field, path) ? path : [...path, ...pathOf(field)], isMessage),
  );
}

/** Whether a name holds messages about no single field, as in Django and Rails. */
function isOfWhole(name: string, { length }: Issue['path']): boolean {
  return name === 'non_field_errors' || name === '__all__' || (name === 'base' && length === 0);
}

/** @param isIssue whether it is nothing but an issue: among messages by field, `title` is a field */
function messageOf(issue: unknown, isIssue = false): string | undefined {
  const { message, msg, detail, defaultMessage, reason, description, title, code } = fieldsOf(issue);
  const texts = [message, msg, detail, defaultMessage, reason, isIssue && (description ?? title), code];
  return texts.find(one => typeof one === 'string');
}

/** A sentence of class-validator, which starts with the field: `title must be a string`. */
function sentenceOf(message: unknown): unknown {
  const [, field] =
    /^(?:each value in (?:nested property )?|nested property |property )?([\w$.]+) (?:must|should) /.exec(
      String(message),
    ) ?? [];
  return field === undefined ? message : { path: field, message };
}

/**
 * A place as names: `/data/attributes/title`, `#/tags/0/name`, `tags[0].name`, `$.title`, `['title']`; empty for the
 * whole, `#` or `/data`.
 */
function pathOf(place: unknown): Issue['path'] {
  const names = typeof place === 'string' ? namesIn(place) : place;
  return Array.isArray(names) ? names : [];
}

function namesIn(place: string): Issue['path'] {
  const [, pointer] =
    /^#?\/(?:data(?:\/(?:attributes|relationships))?(?:\/|$))?(.*)/.exec(place) ??
    (place === '#' ? ['', ''] : []);
  const names = pointer === undefined ? place.replace(/^\$\.?/, '').split(/[.[\]]+/) : pointer.split('/');
  return names
    .filter(name => name !== '')
    .map(name => (/^\d+$/.test(name) ? Number(name) : name.replaceAll('~1', '/').replaceAll('~0', '~')));
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
