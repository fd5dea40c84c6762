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

/** The `body` of a member that sends only some fields: the same one if it requires none. */
export type PartialBody<Body> = Body extends { readonly '~standard': unknown }
  ? StandardSchema<Partial<InputOf<Body>>>
  : // biome-ignore lint/complexity/noBannedTypes: whether {} fits is whether nothing is required
    {} extends Body
    ? Body
    : Partial<OfSample<Body>>;

/**
 * Makes a body's schema partial: it checks the fields that are present, and requires none.
 *
 * A default is for new records and would overwrite stored values, so if the schema can be made partial, its output gets
 * no more fields than the body. If it cannot, its output may have renamed fields; a body that lacks a required field is
 * sent untransformed.
 */
export function partialBody(body: unknown): unknown {
  if (!isStandardSchema(body)) return body;
  const schema = withoutRequired(body);
  const partialResult = (result: StandardResult<unknown>, input: unknown) =>
    !isPlainObject(input)
      ? result
      : result.issues === undefined
        ? { value: withoutDefaults(result.value, input, schema !== body) }
        : unlessMissing(result.issues, input);
  const validate = (value: unknown) => {
    const result = schema['~standard'].validate(value);
    return 'then' in result
      ? result.then(fullResult => partialResult(fullResult, value))
      : partialResult(result, value);
  };
  return { '~standard': { version: 1, vendor: 'rdc-toolkit', validate } } satisfies StandardSchema;
}

/** Makes all fields optional; not every library, and not every schema of one, can do that. */
function withoutRequired(schema: StandardSchema & { readonly partial?: () => unknown }): StandardSchema {
  const partial: unknown = attempt(() => schema.partial?.());
  return isStandardSchema(partial) ? partial : schema;
}

/** Accepts the body as it is if missing required fields are its only issues. */
function unlessMissing(allIssues: readonly StandardIssue[], input: object): StandardResult<unknown> {
  const nameOf = ({ path: [segment] = [] }: StandardIssue) =>
    typeof segment === 'object' ? segment.key : segment;
  const issues = allIssues.filter(issue => {
    const name = nameOf(issue);
    return issue.path?.length !== 1 || name === undefined || Object.hasOwn(input, name);
  });
  if (issues.length > 0) return { issues };
  if (process.env.NODE_ENV !== 'production') warnOfRawBody(allIssues.map(nameOf).join(', '));
  return { value: input };
}

/** Removes defaults. If a given name is missing, fields were renamed, and defaults cannot be told apart. */
function withoutDefaults(value: unknown, input: object, isPartial: boolean): unknown {
  if (!isPlainObject(value) || !(isPartial || Object.keys(input).every(name => Object.hasOwn(value, name))))
    return value;
  return filterFields(value as Readonly<Record<string, unknown>>, name => Object.hasOwn(input, name));
}

function warnOfRawBody(missing: string) {
  warnOnce(
    `raw body ${missing}`,
    `A body was sent as it was given, since its schema requires ${missing} as well and cannot be made partial: it was ` +
      'not transformed, nor rid of unknown fields. Give partialUpdate a schema of its own, without refinements of the ' +
      'whole: .extend({ partialUpdate: { body: z.object({ … }).partial() } }).',
  );
}
