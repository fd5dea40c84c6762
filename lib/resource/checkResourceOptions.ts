import { checkOptions } from '../endpoint/checkOptions';
import { RestEndpoint } from '../endpoint/RestEndpoint';
import { describeValue } from '../errors/describeValue';
import { endpointOptionError } from '../errors/endpointOptionError';
import { Collection } from '../schema/Collection';
import { Entity } from '../schema/Entity';
import { assertNamed } from '../schema/entityShape';
import { isEntityClass } from '../schema/isEntityClass';
import type { Membership } from '../schema/Membership';
import { isSchemaObject } from '../types/isSchemaObject';
import { parsePath } from '../url/PathTemplate';
import { type EndpointExtraOptions, EXTRA_OPTIONS, type ResourceOptions } from './ResourceOptions';

/** The options of a resource that are not passed on to its members. */
type Own = Exclude<keyof ResourceOptions, keyof EndpointExtraOptions> | keyof Membership<never>;

const OWN: Readonly<Record<Own, true>> = {
  path: true,
  schema: true,
  urlPrefix: true,
  body: true,
  searchParams: true,
  paginationField: true,
  optimistic: true,
  Endpoint: true,
  Collection: true,
  nonFilterArgumentKeys: true,
  belongs: true,
  addTo: true,
};

const KNOWN: readonly string[] = [...Object.keys(OWN), ...EXTRA_OPTIONS];

/** Refuses an option: which one, what is wrong with it, and what to write instead. */
type Refuse = (option: string, problem: string, fix: string) => never;

/**
 * Refuses options that cannot work when a resource is defined.
 *
 * @throws {UsageError} naming the option and what to write instead
 */
export function checkResourceOptions(options: ResourceOptions): void {
  const { path } = (options ?? {}) as Partial<ResourceOptions>;
  const refuse: Refuse = (option, problem, fix) => {
    const definition = typeof path !== 'string' ? 'a resource' : `resource(${JSON.stringify(path)})`;
    throw endpointOptionError(definition, option, problem, fix);
  };
  if (typeof path !== 'string') {
    const problem = path === undefined ? 'is missing' : `is ${describeValue(path)}`;
    refuse('path', problem, "Write resource({ path: '/todos/:id', schema: Todo }).");
  }
  for (const option of Object.keys(options)) {
    if (!KNOWN.includes(option)) refuse(option, 'does not exist', insteadOf(option));
  }
  if (parsePath(path).names.length === 0) {
    const problem = 'has no parameter, so a record and its list would have the same URL';
    refuse('path', problem, "Add the record's key: path: '/todos/:id'.");
  }
  checkOptions(OWN, `resource(${JSON.stringify(path)})`, options);
  checkSchema(options.schema, refuse);
  checkClass(options, 'Endpoint', RestEndpoint, refuse);
  checkClass(options, 'Collection', Collection, refuse);
  checkMembership(options, refuse);
}

function checkMembership(options: object, refuse: Refuse): void {
  const { belongs, addTo } = options as Membership<never>;
  if (belongs !== undefined && typeof belongs !== 'function') {
    refuse(
      'belongs',
      `is ${describeValue(belongs)}`,
      'Write belongs: (todo, { userId }) => todo.userId === userId.',
    );
  }
  if (addTo === undefined) return;
  if (typeof addTo !== 'function' && addTo !== 'start' && addTo !== 'end') {
    refuse(
      'addTo',
      `is ${describeValue(addTo)}`,
      "Pass 'start', 'end', or a function that compares two records.",
    );
  }
  if (belongs === undefined) {
    refuse(
      'addTo',
      'has no effect without belongs',
      'Add which records belong to a list: belongs: (todo, listArgs) => true.',
    );
  }
}

function checkSchema(schema: unknown, refuse: Refuse): void {
  if (schema === undefined || schema === null) {
    refuse('schema', 'is missing', 'Add the entity class: schema: Todo.');
  }
  if (Array.isArray(schema) || schema instanceof Collection) {
    refuse(
      'schema',
      'is the schema of a list',
      'Pass the schema of one record, schema: Todo; getList makes the list.',
    );
  }
  const isNamed = typeof schema === 'object' && !(schema instanceof Entity);
  if (isEntityClass(schema)) assertNamed(schema);
  if (isNamed || (typeof schema === 'function' && isSchemaObject(schema as never))) return;
  const fix = 'Pass an entity class: class Todo extends Entity { ... }, schema: Todo.';
  refuse('schema', `is ${describeValue(schema)}, not an entity class`, fix);
}

/** A class from another copy of this package is no subclass, and would not work as one. */
function checkClass(
  options: ResourceOptions,
  option: 'Endpoint' | 'Collection',
  Base: abstract new (...args: never[]) => object,
  refuse: Refuse,
): void {
  const value: unknown = options[option];
  if (value === undefined || value === Base) return;
  if (typeof value === 'function' && value.prototype instanceof Base) return;
  const fix = `Pass the class itself: class My${option} extends ${Base.name} { ... }, ${option}: My${option}.`;
  refuse(option, `is not a class that extends ${Base.name}`, fix);
}

function insteadOf(option: string): string {
  const suggestion = KNOWN.find(name => name.toLowerCase() === option.toLowerCase());
  if (suggestion !== undefined) return `Did you mean \`${suggestion}\`?`;
  return (
    `The options are ${KNOWN.join(', ')}. Options of one member go into extend: ` +
    `resource(...).extend({ get: { ${option}: ... } }); those of all members, into a class passed as \`Endpoint\`.`
  );
}
