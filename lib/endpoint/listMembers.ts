import { endpointOptionError } from '../errors/endpointOptionError';
import { filterFields } from '../plain/filterFields';
import { isObject } from '../plain/isObject';
import { mapFields } from '../plain/mapFields';
import type { Collection } from '../schema/Collection';
import { collectionKey, collectionPk } from '../schema/collectionKey';
import { keyIn } from '../schema/keyByArguments';
import type { ListContents } from '../schema/listContents';
import { appendPage } from '../schema/listMerge';
import { withoutQueries } from '../schema/resolveLazy';
import { entitiesIn } from '../schema/responseParts';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import { optimisticResponses } from './optimisticResponses';
import { ownParam } from './ownParam';
import { partialBody } from './partialBody';
import type { RestOptions } from './RestOptions';

/** The members of a list's endpoint that add elements to the list, or remove them. */
export type CreationMember = 'push' | 'unshift' | 'assign' | 'remove';

/** The members of a list's endpoint that are used here. */
interface ListEndpoint {
  readonly name: string;
  readonly path: string;
  readonly movePath: string | undefined;
  readonly schema: unknown;
  readonly body: unknown;
  readonly optimistic: boolean | undefined;
  key(...args: readonly unknown[]): string;
  process(response: never, ...args: never[]): unknown;
}

type Changes = Partial<RestOptions>;
type RemoveCursor = (...args: readonly unknown[]) => readonly unknown[];

/** Options of the endpoint that creates an element of a list. */
export function creation(list: ListEndpoint, member: CreationMember): Changes {
  if (process.env.NODE_ENV !== 'production') assertCollection(list, member);
  const collection = collectionOf(list);
  if (process.env.NODE_ENV !== 'production' && member === 'assign' && !collection.isMap) {
    const problem = 'holds a list, and `assign` needs a map: the elements of a list have no names';
    throw endpointOptionError(
      list.name,
      'schema',
      problem,
      'Use push, or schema: new Collection(new Values(MyEntity)).',
    );
  }
  // The list's `responseSchema` describes a list, not one element.
  return {
    method: 'POST',
    schema: collection[member],
    responseSchema: undefined,
    ...processElements(list, elementsOf(collection, member === 'assign')),
    ...optimisticOption(list, optimisticResponses.create(collection.element)),
  };
}

/** Options of the endpoint that moves an element to other lists. */
export function moving(list: ListEndpoint): Changes {
  if (process.env.NODE_ENV !== 'production') assertCollection(list, 'move');
  const collection = collectionOf(list);
  const { element, move: schema } = collection;
  const body = list.body === undefined ? {} : { body: partialBody(list.body) };
  const shown = optimisticOption(list, optimisticResponses.change(element, list.movePath ?? list.path));
  return {
    method: 'PATCH',
    path: list.movePath ?? list.path,
    recordParam: list.movePath && ownParam(list.movePath),
    searchParams: undefined,
    schema,
    responseSchema: undefined,
    ...processElements(list, elementsOf(collection, false)),
    ...body,
    ...shown,
  };
}

/**
 * Options of the endpoint that fetches one page: its elements join the list with the same arguments except the cursor.
 */
export function paging(list: ListEndpoint, removeCursor: RemoveCursor): Changes {
  const { schema } = list;
  return {
    schema: pageSchema(schema, removeCursor),
    isPage: true,
    update: (page, ...args) => ({
      [list.key(...removeCursor(...args))]: (previous: unknown) => withPageFields(schema, previous, page),
    }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Merges a page into a list's response: keeps the list, and takes the fields beside it from the page. */
function withPageFields(schemaOrQuery: unknown, previous: unknown, page: unknown): unknown {
  const schema = withoutQueries(schemaOrQuery);
  if (collectionIn(schema) === undefined) return page;
  if (isCollection(schema as object)) return previous;
  const [before, after] = [previous, page] as Fields[];
  const kept = filterFields(schema as Fields, (_name, nested) => collectionIn(nested) !== undefined);
  return {
    ...after,
    ...mapFields(kept, (name, nested) => withPageFields(nested, before?.[name], after?.[name])),
  };
}

/**
 * Runs the list's `process`, which may unwrap an envelope. Elements may come without one: then its output may be no
 * element, or a list from a field of an element, and the response is kept.
 */
function processElements(list: ListEndpoint, isElements: IsElements): Changes {
  if (!Object.hasOwn(list, 'process')) return {};
  return {
    async process(this: unknown, response: unknown, ...args: readonly unknown[]) {
      const processed: unknown = await list.process.apply(this, [response, ...args] as never);
      if (!isElements(response, args)) return isNothing(processed, response) ? response : processed;
      return isElements(processed, args) && Array.isArray(processed) === Array.isArray(response)
        ? processed
        : response;
    },
  };
}

/** Whether `process` found nothing: for a single element, an empty list is nothing. */
function isNothing(processed: unknown, response: unknown): boolean {
  const isList = Array.isArray(processed) && !Array.isArray(response);
  return processed === undefined || processed === null || (isList && processed.length === 0);
}

type IsElements = (value: unknown, args: readonly unknown[]) => boolean;

/** Recognizes elements of a list by their keys: one, or several in an array or a map. */
function elementsOf({ element }: Collection<ListContents>, isMap: boolean): IsElements {
  return (value, args) => {
    if (!isObject(value)) return false;
    const rows = isMap || Array.isArray(value) ? Object.values(value) : [value];
    const isElement = (row: unknown) =>
      isObject(row) && entitiesIn(element).some(entity => keyIn(entity, row, args) !== undefined);
    return rows.length > 0 && rows.every(isElement);
  };
}

/** The optimistic response, if the list is optimistic. */
function optimisticOption(
  list: ListEndpoint,
  getOptimisticResponse: Changes['getOptimisticResponse'] & {},
): Changes {
  return list.optimistic ? { getOptimisticResponse } : {};
}

function collectionOf({ schema }: ListEndpoint): Collection<ListContents> {
  return collectionIn(schema) as Collection<ListContents>;
}

/** @throws {UsageError} when the schema of a list's endpoint holds no list to write to */
export function assertCollection(
  { name, schema }: Pick<ListEndpoint, 'name' | 'schema'>,
  member: string,
): void {
  if (collectionIn(schema) !== undefined) return;
  const problem = `holds no Collection, so \`${member}\` has no list to write to`;
  throw endpointOptionError(name, 'schema', problem, 'Use schema: new Collection([MyEntity]).');
}

/** The collection that a list's schema is or contains; `undefined` when there is none. */
export function collectionIn(schemaOrQuery: unknown): Collection<ListContents> | undefined {
  const schema = withoutQueries(schemaOrQuery);
  if (!isObject(schema)) return undefined;
  if (isCollection(schema)) return schema;
  if (isSchemaObject(schema as Schema)) return undefined;
  for (const nested of Object.values(schema)) {
    const collection = collectionIn(nested);
    if (collection !== undefined) return collection;
  }
  return undefined;
}

function pageSchema(schemaOrQuery: unknown, removeCursor: RemoveCursor): unknown {
  const schema = withoutQueries(schemaOrQuery);
  if (!isObject(schema)) return schema;
  if (isCollection(schema)) {
    return schema.addWith(appendPage, (...args) => {
      const list = schema.pk(removeCursor(...args));
      return key => collectionPk(key) === collectionPk(collectionKey(list));
    });
  }
  if (isSchemaObject(schema as Schema)) return schema;
  return mapFields(schema as Fields, (_name, nested) => pageSchema(nested, removeCursor));
}

function isCollection(schema: object): schema is Collection<ListContents> {
  return 'addWith' in schema && 'moveWith' in schema;
}
