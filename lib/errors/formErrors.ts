import { type Issue, pathToString } from './Issue';

/** Messages by field: `title`, `tags[0].name`; under `''` what concerns the form as a whole. */
export type FormErrors = Readonly<Record<string, readonly string[]>>;

/** The statuses with which a server refuses what was filled in. */
const REFUSALS: readonly unknown[] = [400, 422];

/**
 * The errors of a form, by field: the issues of a body that its schema refused, or those in the response of
 * a server that refused it with 422 or 400.
 *
 * @param error what `fetch` rejected with, or what a hook returned; whatever it is
 * @param read finds the issues in the body of the response. By default they are its `issues`, `errors` or `detail`: a text, messages by
 *   field, or a list with `path`, `field`, `param`, `loc` or `source.pointer`, and `message`, `msg` or `detail`
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
  const { issues, errors, detail } = fieldsOf(data);
  const found = issues ?? errors ?? detail;
  if (typeof found === 'string' && found !== '') return [{ path: [], message: found }];
  if (Array.isArray(found)) return found.map(issueOf);
  return Object.entries(fieldsOf(found)).flatMap(([field, messages]) =>
    [messages ?? []].flat().map(message => ({ path: [field], message: textOf(message) })),
  );
}

function issueOf(issue: unknown): Issue {
  if (typeof issue === 'string') return { path: [], message: issue };
  const { path, field, param, loc, source, message, msg, detail, code } = fieldsOf(issue);
  const place = path ?? field ?? param ?? loc ?? fieldsOf(source).pointer;
  return { path: pathOf(place), message: textOf(message ?? msg ?? detail ?? code) };
}

/** A place as names, without what says that it is in the body: `/data/attributes/title`, `['body', 'title']`. */
function pathOf(place: unknown): Issue['path'] {
  const names =
    typeof place === 'string' ? place.replace(/^\/(data\/attributes\/)?/, '').split(/[./]/) : place;
  if (!Array.isArray(names)) return [];
  const [first, ...rest] = names as Issue['path'];
  return first === 'body' && rest.length > 0 ? rest : names;
}

function textOf(message: unknown): string {
  return typeof message === 'string' ? message : (JSON.stringify(message) ?? '');
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
