import { isPlainObject } from '../plain/isPlainObject';
import {
  type InputOf,
  isStandardSchema,
  type StandardResult,
  type StandardSchema,
} from '../types/StandardSchema';

/** The option `body` of a member that sends some fields only: the same one where none is required anyway. */
export type PartialBody<Body> = Body extends { readonly '~standard': unknown }
  ? StandardSchema<Partial<InputOf<Body>>>
  : // biome-ignore lint/complexity/noBannedTypes: whether {} fits is whether nothing is required
    {} extends Body
    ? Body
    : Partial<Body>;

/**
 * The schema of some fields of a body: it checks those that are there, and misses none.
 *
 * What it makes of a body has no more fields than the body: a default is for a
 * record that is created, and would undo what is stored.
 */
export function partialBody(body: unknown): unknown {
  if (!isStandardSchema(body)) return body;
  const schema = withoutRequired(body);
  const validate = (value: unknown) => {
    const result = schema['~standard'].validate(value);
    return 'then' in result ? result.then(whole => someOf(whole, value)) : someOf(result, value);
  };
  return { '~standard': { version: 1, vendor: 'rdc-toolkit', validate } } satisfies StandardSchema;
}

/** Some libraries can make all fields of a schema optional, though not of every schema. */
function withoutRequired(schema: StandardSchema & { readonly partial?: unknown }): StandardSchema {
  try {
    const partial: unknown = typeof schema.partial === 'function' ? schema.partial() : schema;
    return isStandardSchema(partial) ? partial : schema;
  } catch {
    return schema;
  }
}

function someOf(result: StandardResult<unknown>, given: unknown): StandardResult<unknown> {
  if (!isPlainObject(given)) return result;
  if (result.issues === undefined) return { value: fieldsIn(result.value, given) };
  const issues = result.issues.filter(({ path = [] }) => {
    const [segment] = path;
    const name = typeof segment === 'object' ? segment.key : segment;
    return path.length !== 1 || name === undefined || name in given;
  });
  return issues.length === 0 ? { value: given } : { issues };
}

function fieldsIn(value: unknown, given: object): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name in given));
}
