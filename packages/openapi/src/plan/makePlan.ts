import type { Operation } from '../read/Operation.js';
import { parameterNames } from '../read/readOperations.js';
import { type Beside, endpointName, memberName } from './endpointNames.js';
import type { EntityKind, Kinds } from './Kinds.js';
import { findListings } from './listings.js';
import { isPage, nonFiltersOf } from './listParameters.js';
import type { EndpointPlan, GroupPlan, Plan, ResourcePlan, StandardMember } from './Plan.js';
import {
  isParameterOfKey,
  keyField,
  keyInPath,
  libraryPath,
  namesRecord,
  shapeOfPath,
  withoutLastParameter,
} from './paths.js';
import { type Holder, isList, isNoticeField, isSameResponse, listIn, recordIn } from './responses.js';
import { type At, changedBy, removedBy, type Touch } from './touched.js';
import { isEnvelope, isSameName, valueName, wordsOf } from './words.js';

/** Decides which operations make up a resource, which join it, and which stand alone. */
export function makePlan(operations: readonly Operation[], kinds: Kinds): Plan {
  const byPath = new Map<string, Operation[]>();
  for (const each of operations) {
    const key = shapeOfPath(each.path);
    byPath.set(key, [...(byPath.get(key) ?? []), each]);
  }
  const at = (path: string, method: Operation['method']) =>
    byPath.get(shapeOfPath(path))?.find(each => each.method === method);

  const beside: Beside = {
    read: operation => at(operation.path, 'GET'),
    isList: ({ response }) => isList(response.shape, kinds),
  };
  const used = new Set<Operation>();
  const drafts = chooseResources(operations, kinds, at);
  for (const { standard } of drafts) {
    for (const operation of Object.values(standard)) if (operation !== undefined) used.add(operation);
  }

  const members = new Map<Draft, Operation[]>();
  const groups = new Map<string, { name: string; title: string; operations: Operation[] }>();
  for (const operation of operations) {
    if (used.has(operation)) continue;
    const home = homeOf(operation, drafts, kinds);
    if (home !== undefined) {
      members.set(home, [...(members.get(home) ?? []), operation]);
      continue;
    }
    const title = operation.tag ?? firstWord(operation.path);
    const name = valueName([...wordsOf(title), 'endpoints']);
    // Lower case: on some systems fooBarEndpoints.ts and foobarEndpoints.ts are one file.
    const group = groups.get(name.toLowerCase()) ?? { name, title, operations: [] };
    group.operations.push(operation);
    groups.set(name.toLowerCase(), group);
  }

  const fileOf = new Map<Operation, object>();
  for (const [draft, own] of members) for (const each of own) fileOf.set(each, draft);
  for (const group of groups.values()) for (const each of group.operations) fileOf.set(each, group);
  const listed = new Set(drafts.flatMap(({ entity, standard }) => (standard.getList ? [entity] : [])));
  const touch: Touch = {
    removed: operation => removedBy(operation, { operations, drafts, kinds, at }),
    changes: operation => changedBy(operation, kinds, at),
    listings: findListings(
      operations.filter(each => !used.has(each)),
      at,
      kinds,
      listed,
      (one, other) => fileOf.has(one) && fileOf.get(one) === fileOf.get(other),
    ),
  };

  return {
    resources: drafts
      .map(draft => finishResource(draft, members.get(draft) ?? [], beside, touch, kinds))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    groups: [...groups.values()]
      .map(({ name, title, operations: own }): GroupPlan => {
        const taken = new Set(IMPORTED);
        const endpoints = own.map((operation): EndpointPlan => {
          const endpoint = endpointName(operation, taken, beside);
          taken.add(endpoint);
          return plannedEndpoint(endpoint, operation, touch);
        });
        return { name, title, endpoints };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** Lower-case names that endpoint files import, with or without `--zod`. */
const IMPORTED = ['type', 'z'];

function plannedEndpoint(
  name: string,
  operation: Operation,
  touch: Touch,
  renamed: Renamed = {},
): EndpointPlan {
  return {
    name,
    operation,
    path: libraryPath(operation.path, renamed),
    parameters: parametersOf(operation.path, renamed),
    removed: touch.removed(operation),
    changes: touch.changes(operation),
    listing: touch.listings.of(operation),
    isUnlisted: touch.listings.isUnlisted(operation),
  };
}

/** The new names of path parameters, by their names in the description. */
type Renamed = Readonly<Record<string, string>>;

function parametersOf(path: string, renamed: Renamed): readonly string[] {
  return parameterNames(path).map(name => renamed[name] ?? name);
}

interface Draft {
  readonly entity: EntityKind;
  /** As the description writes it. */
  readonly itemPath: string;
  readonly standard: Record<StandardMember, Operation | undefined>;
  readonly listPlace: readonly string[];
  readonly itemPlace: readonly string[];
  readonly tag: string | undefined;
}

/** Drafts a resource per kind of record, at the best path. */
function chooseResources(operations: readonly Operation[], kinds: Kinds, at: At): Draft[] {
  const best = new Map<EntityKind, { draft: Draft; score: number }>();
  for (const { itemPath, item } of recordPaths(operations, kinds, at)) {
    const listPath = withoutLastParameter(itemPath) ?? '/';
    const { entity } = item;
    const get = at(itemPath, 'GET');
    const list = at(listPath, 'GET');
    const inList = list && listIn(list.response.shape, kinds);
    const getList = inList?.entity === entity ? list : undefined;
    const remove = at(itemPath, 'DELETE');
    const standard = {
      get: isSameResponse(recordIn(get?.response.shape, kinds), item) ? get : undefined,
      getList,
      create: getList === undefined ? undefined : creation(at(listPath, 'POST'), entity, kinds),
      update: changes(at(itemPath, 'PUT'), item, kinds),
      partialUpdate:
        changes(at(itemPath, 'PATCH'), item, kinds) ??
        // Some APIs update the fields that they receive by POST.
        (at(itemPath, 'PUT') ? undefined : changes(at(itemPath, 'POST'), item, kinds)),
      delete: remove && isDeletable(remove, entity, kinds) ? remove : undefined,
    };
    const count = Object.values(standard).filter(each => each !== undefined).length;
    if (count < 2) continue;
    const isNamedSo = isSameName(listPath.slice(listPath.lastIndexOf('/') + 1), entity.name);
    const score =
      count * 10 +
      (getList ? 25 : 0) +
      (isNamedSo ? 15 : 0) -
      parameterNames(itemPath).length -
      itemPath.length / 1000;
    const draft: Draft = {
      entity,
      itemPath,
      standard,
      listPlace: (getList && inList?.place) ?? [],
      itemPlace: item.place,
      tag: (standard.get ?? getList)?.tag,
    };
    const before = best.get(entity);
    if (before === undefined || score > before.score) best.set(entity, { draft, score });
  }
  return [...best.values()].map(({ draft }) => draft);
}

interface RecordPath {
  readonly itemPath: string;
  readonly item: Holder;
}

/** The paths of one record: those that fetch one, or those below its lists if no request fetches one alone. */
function recordPaths(operations: readonly Operation[], kinds: Kinds, at: At): RecordPath[] {
  const gets = operations.filter(({ method }) => method === 'GET');
  const fetched = gets.flatMap(({ path, response }) => {
    const item = withoutLastParameter(path) === undefined ? undefined : recordIn(response.shape, kinds);
    return item === undefined ? [] : [{ itemPath: path, item }];
  });
  const alone = new Set(gets.map(({ response }) => recordIn(response.shape, kinds)?.entity));
  const listed = gets.flatMap(({ path, response }) => {
    const entity = listIn(response.shape, kinds)?.entity;
    if (entity === undefined || alone.has(entity)) return [];
    const below = operations.filter(
      each => withoutLastParameter(shapeOfPath(each.path)) === shapeOfPath(path),
    );
    const own = below.find(each => keyInPath(each, entity) !== undefined);
    const field = keyField(entity);
    if (own === undefined && (below.length > 0 || field === undefined)) return [];
    const itemPath = own?.path ?? `${path.replace(/\/$/, '')}/{${field}}`;
    const changed = (['PATCH', 'PUT'] as const).map(method =>
      recordIn(at(itemPath, method)?.response.shape, kinds),
    );
    return [{ itemPath, item: changed.find(each => each?.entity === entity) ?? { entity, place: [] } }];
  });
  return [...fetched, ...listed];
}

/**
 * The operation if its response is the record, alone or in a field, or empty: then lists that it may have changed are
 * refetched.
 */
function creation(operation: Operation | undefined, entity: EntityKind, kinds: Kinds): Operation | undefined {
  if (operation === undefined) return undefined;
  const { shape, content } = operation.response;
  if (shape === undefined) return content === 'none' ? operation : undefined;
  const item = recordIn(shape, kinds);
  const isRecord = item?.entity === entity && (isEnvelope(item.place[0] ?? '') || !listIn(shape, kinds));
  return isRecord ? operation : undefined;
}

/** The operation if it can be `update` or `partialUpdate`: its response is the record, a notice or empty. */
function changes(operation: Operation | undefined, item: Holder, kinds: Kinds): Operation | undefined {
  if (operation === undefined) return undefined;
  const { shape } = operation.response;
  const isUntold = shape === undefined ? operation.body !== undefined : isNotice(operation, kinds);
  // The record then has the fields that were sent.
  if (isUntold && (shape === undefined || sendsFields(operation, item.entity, kinds)))
    return namesRecord(operation, item.entity) ? operation : undefined;
  return isSameResponse(recordIn(shape, kinds), item) ? operation : undefined;
}

/** Whether a response only says that something was done: `{ success: true }`. */
function isNotice(operation: Operation | undefined, kinds: Kinds): boolean {
  const { shape } = operation?.response ?? {};
  const { shape: inner, entity } = shape === undefined ? {} : kinds.resolve(shape);
  if (entity !== undefined || inner?.kind !== 'object') return false;
  return inner.fields.every(({ name }) => isNoticeField(name));
}

/** Whether the body consists of fields of a record; its key may have the name of the path's parameter. */
function sendsFields({ body, path }: Operation, entity: EntityKind, kinds: Kinds): boolean {
  if (body === undefined) return false;
  const { shape, entity: sent } = kinds.resolve(body.shape);
  if (sent !== undefined) return sent === entity;
  const own = new Set([...entity.fields.map(({ name }) => name), ...parameterNames(path)]);
  return shape.kind === 'object' && shape.fields.every(({ name }) => own.has(name));
}

/** Whether the response or path of a deletion identifies the deleted record. */
function isDeletable(operation: Operation, entity: EntityKind, kinds: Kinds): boolean {
  const item = recordIn(operation.response.shape, kinds);
  if (item?.entity === entity && item.place.length === 0) return true;
  return namesRecord(operation, entity);
}

/** The resource that an operation joins as an additional member. */
function homeOf(operation: Operation, drafts: readonly Draft[], kinds: Kinds): Draft | undefined {
  const { response, tag } = operation;
  const about = recordIn(response.shape, kinds)?.entity ?? listIn(response.shape, kinds)?.entity;
  const byKind = drafts.find(draft => draft.entity === about);
  if (byKind !== undefined && (tag === undefined || byKind.tag === undefined || byKind.tag === tag))
    return byKind;
  // At the path of a record or list, or one segment below: `/issues/{number}/lock`, `/pets/findByStatus`.
  const path = shapeOfPath(operation.path);
  const near = drafts.filter(draft => {
    const item = shapeOfPath(draft.itemPath);
    const list = shapeOfPath(withoutLastParameter(draft.itemPath) ?? '');
    return [item, list].some(
      base => path === base || (path.startsWith(`${base}/`) && /^\/[^{}/]+$/.test(path.slice(base.length))),
    );
  });
  return near
    .filter(draft => tag === undefined || draft.tag === undefined || draft.tag === tag)
    .sort((a, b) => b.itemPath.length - a.itemPath.length)[0];
}

function firstWord(path: string): string {
  const words = path.split('/').filter(word => word !== '' && !word.startsWith('{'));
  return words.find(word => !/^(api|rest|v\d+\w*)$/i.test(word)) ?? words[0] ?? 'root';
}

function finishResource(
  draft: Draft,
  operations: readonly Operation[],
  beside: Beside,
  touch: Touch,
  kinds: Kinds,
): ResourcePlan {
  const { entity, standard, listPlace, itemPlace, itemPath } = draft;
  const taken = new Set(['get', 'getList', 'update', 'partialUpdate', 'delete', 'extend', 'push', 'unshift']);
  const open = new Set(
    (['get', 'update', 'partialUpdate', 'delete', 'getList'] as const).filter(
      name => standard[name] === undefined,
    ),
  );
  const renamed = keyRename(draft, operations);
  // If the list's `push` cannot send it, the creation is the member `create`.
  if (standard.create !== undefined) taken.add('create');
  const members = operations.map((operation): EndpointPlan => {
    const standing = standingFor(operation, draft);
    const name =
      standing !== undefined && open.has(standing)
        ? standing
        : memberName(operation, entity.name, itemPath, taken, beside);
    open.delete(name as 'update');
    taken.add(name);
    // In place of a usual member, it has the same arguments.
    return plannedEndpoint(name, operation, touch, standing === undefined ? {} : renamed);
  });
  return {
    name: kinds.claim(`${entity.name}Resource`),
    entity,
    path: libraryPath(itemPath, renamed),
    parameters: parametersOf(itemPath, renamed),
    standard,
    ownPaths: ownPaths(draft, renamed),
    unsaid: (['update', 'partialUpdate'] as const).filter(name => isNotice(standard[name], kinds)),
    members,
    paginationField: standard.getList?.query.find(({ name }) => isPage(name))?.name,
    nonFilters: nonFiltersOf(standard.getList),
    listPlace,
    itemPlace,
    createPlace: recordIn(standard.create?.response.shape, kinds)?.place ?? [],
  };
}

/** The paths that differ by a slash at the end from those that `resource()` makes of the record's path. */
function ownPaths({ standard, itemPath }: Draft, renamed: Renamed): ResourcePlan['ownPaths'] {
  const listPath = itemPath.replace(/\/\{[^}/]+\}(?=\/?$)/, '') || '/';
  const found = Object.entries(standard).flatMap(([name, operation]) => {
    const isOfList = name === 'getList' || name === 'create';
    const usual =
      (name === 'create' ? standard.getList?.path : undefined) ?? (isOfList ? listPath : itemPath);
    if (operation === undefined || operation.path.endsWith('/') === usual.endsWith('/')) return [];
    const bare = (isOfList ? listPath : itemPath).replace(/\/$/, '');
    return [[name, libraryPath(operation.path.endsWith('/') ? `${bare}/` : bare, renamed)] as const];
  });
  return Object.fromEntries(found);
}

/** The usual member that an operation replaces, such as a deletion that does not identify its record. */
function standingFor(
  operation: Operation,
  draft: Draft,
): 'get' | 'update' | 'partialUpdate' | 'delete' | undefined {
  if (shapeOfPath(operation.path) !== shapeOfPath(draft.itemPath)) return undefined;
  const { method } = operation;
  return ({ GET: 'get', PUT: 'update', PATCH: 'partialUpdate', DELETE: 'delete' } as const)[method as 'PUT'];
}

/**
 * Names the last parameter of a record's path like the key's field, so that the store finds the record by it; unless
 * another parameter has that name.
 *
 * @param others operations of the resource besides the usual ones
 */
function keyRename(draft: Draft, others: readonly Operation[]): Renamed {
  const { entity, standard, itemPath } = draft;
  const last = parameterNames(itemPath).at(-1);
  const field = keyField(entity);
  if (last === undefined || field === undefined) return {};
  const { get, update, partialUpdate, delete: remove } = standard;
  const own = get ?? update ?? partialUpdate ?? remove;
  if (own === undefined || parameterNames(itemPath).slice(0, -1).includes(field)) return {};
  const beside = others.filter(each => standingFor(each, draft) !== undefined);
  const isInQuery = [get, update, partialUpdate, remove, ...beside].some(each =>
    each?.query.some(({ name }) => name === field),
  );
  if (isInQuery) return {};
  return isParameterOfKey(last, own, entity) ? { [last]: field } : {};
}
