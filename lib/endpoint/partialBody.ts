import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { isPlainObject } from '../plain/isPlainObject';
import { warnOnce } from '../plain/warnOnce';
import {
  type InputOf,
  isStandardSchema,
  type OfSample,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
} from '../types/StandardSchema';

/** The option `body` of a member that sends some fields only: the same one where none is required anyway. */
export type PartialBody<Body> = Body extends { readonly '~standard': unknown }
  ? StandardSchema<Partial<InputOf<Body>>>
  : // biome-ignore lint/complexity/noBannedTypes: whether {} fits is whether nothing is required
    {} extends Body
    ? Body
    : Partial<OfSample<Body>>;

/**
 * The schema of some fields of a body: it checks those that are there, and misses none.
 *
 * A default is for a record that is created, and would undo what is stored: where a schema can be made partial, what
 * it makes of a body has no more fields than the body. One that cannot be may give fields other names; it makes
 * nothing of a body that lacks a required field, which is sent as it is.
 */
export function partialBody(body: unknown): unknown {
  if (!isStandardSchema(body)) return body;
  const schema = withoutRequired(body);
  const someOf = (result: StandardResult<unknown>, given: unknown) =>
    !isPlainObject(given)
      ? result
      : result.issues === undefined
        ? { value: withoutDefaults(result.value, given, schema !== body) }
        : unlessMissing(result.issues, given);
  const validate = (value: unknown) => {
    const result = schema['~standard'].validate(value);
    return 'then' in result ? result.then(whole => someOf(whole, value)) : someOf(result, value);
  };
  return { '~standard': { version: 1, vendor: 'rdc-toolkit', validate } } satisfies StandardSchema;
}

/** Some libraries can make all fields of a schema optional, though not of every schema. */
function withoutRequired(schema: StandardSchema & { readonly partial?: () => unknown }): StandardSchema {
  const partial: unknown = attempt(() => schema.partial?.());
  return isStandardSchema(partial) ? partial : schema;
}

/** The body itself where nothing is wrong with it but that required fields are missing. */
function unlessMissing(all: readonly StandardIssue[], given: object): StandardResult<unknown> {
  const nameOf = ({ path: [segment] = [] }: StandardIssue) =>
    typeof segment === 'object' ? segment.key : segment;
  const issues = all.filter(issue => {
    const name = nameOf(issue);
    return issue.path?.length !== 1 || name === undefined || Object.hasOwn(given, name);
  });
  if (issues.length > 0) return { issues };
  if (process.env.NODE_ENV !== 'production') warnOfRawBody(all.map(nameOf).join(', '));
  return { value: given };
}

/** Without one of the given names the fields have others now: which of them are defaults cannot be told. */
function withoutDefaults(value: unknown, given: object, isPartial: boolean): unknown {
  if (!isPlainObject(value) || !(isPartial || Object.keys(given).every(name => Object.hasOwn(value, name))))
    return value;
  return filterFields(value as Readonly<Record<string, unknown>>, name => Object.hasOwn(given, name));
}

function warnOfRawBody(missing: string) {
  warnOnce(
    `raw body ${missing}`,
    `A body was sent as it was given, since its schema requires ${missing} as well and cannot be made partial: it was ` +
      'not transformed, nor rid of unknown fields. Give partialUpdate a schema of its own, without refinements of the ' +
      'whole: .extend({ partialUpdate: { body: z.object({ … }).partial() } }).',
  );
}
