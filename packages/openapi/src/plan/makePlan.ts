import type { Operation } from '../read/Operation.js';
import { parameterNames } from '../read/readOperations.js';
import type { Shape } from '../read/Shape.js';
import { type Beside, endpointName, memberName } from './endpointNames.js';
import type { EntityKind, Kinds } from './Kinds.js';
import type { EndpointPlan, GroupPlan, Plan, Removed, ResourcePlan, StandardMember } from './Plan.js';
import { isSameName, valueName, wordsOf } from './words.js';

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
  const touch: Touch = {
    removed: operation => removedBy(operation, { operations, drafts, kinds, at }),
    changes: operation => changedBy(operation, kinds, at),
  };
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
    const name = `${valueName(title)}Endpoints`;
    // In small letters: on some systems fooBarEndpoints.ts and foobarEndpoints.ts are one file.
    const group = groups.get(name.toLowerCase()) ?? { name, title, operations: [] };
    group.operations.push(operation);
    groups.set(name.toLowerCase(), group);
  }

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

/** Names in small letters that files of endpoints import, with `--zod` or without. */
const IMPORTED = ['type', 'z'];

interface Draft {
  readonly entity: EntityKind;
  /** As the description writes it. */
  readonly itemPath: string;
  readonly standard: Record<StandardMember, Operation | undefined>;
  readonly listField: string | undefined;
  readonly itemField: string | undefined;
  readonly tag: string | undefined;
}

/** A path without the names of its parameters, which differ from operation to operation. */
function shapeOfPath(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1');
}

function withoutLastParameter(path: string): string | undefined {
  const found = /^(.*)\/\{[^}/]+\}\/?$/.exec(path);
  return found === null ? undefined : found[1] || '/';
}

/** For each kind of record the path that has the most to offer. */
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
        // Some APIs change what they are sent of a record by POST.
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
      listField: getList && inList?.field,
      itemField: item.field,
      tag: (standard.get ?? getList)?.tag,
    };
    const before = best.get(entity);
    if (before === undefined || score > before.score) best.set(entity, { draft, score });
  }
  return [...best.values()].map(({ draft }) => draft);
}

type At = (path: string, method: Operation['method']) => Operation | undefined;

interface RecordPath {
  readonly itemPath: string;
  readonly item: Holder;
}

/** The paths of one record: those that fetch one, and of what no request fetches alone those below its lists. */
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
    const [only] = entity.key;
    if (own === undefined && (below.length > 0 || entity.key.length !== 1 || only?.length !== 1)) return [];
    const itemPath = own?.path ?? `${path.replace(/\/$/, '')}/{${only?.[0]}}`;
    const changed = (['PATCH', 'PUT'] as const).map(method =>
      recordIn(at(itemPath, method)?.response.shape, kinds),
    );
    return [
      { itemPath, item: changed.find(each => each?.entity === entity) ?? { entity, field: undefined } },
    ];
  });
  return [...fetched, ...listed];
}

/**
 * A creation whose response is the record, alone or in a field, or nothing: then the lists that it may have changed are
 * refetched.
 */
function creation(operation: Operation | undefined, entity: EntityKind, kinds: Kinds): Operation | undefined {
  if (operation === undefined) return undefined;
  const { shape, content } = operation.response;
  if (shape === undefined) return content === 'none' ? operation : undefined;
  if (listIn(shape, kinds) !== undefined) return undefined;
  return recordIn(shape, kinds)?.entity === entity ? operation : undefined;
}

/** What fits `update` and `partialUpdate`: the response is the record, or says no more than that it was changed. */
function changes(operation: Operation | undefined, item: Holder, kinds: Kinds): Operation | undefined {
  if (operation === undefined) return undefined;
  const { shape } = operation.response;
  const isUntold = shape === undefined ? operation.body !== undefined : isNotice(operation, kinds);
  // What was sent is what the record has from then on.
  if (isUntold && (shape === undefined || sendsFields(operation, item.entity, kinds)))
    return namesRecord(operation, item.entity) ? operation : undefined;
  return isSameResponse(recordIn(shape, kinds), item) ? operation : undefined;
}

/** Whether a response only says that something was done: `{ success: true }`. */
function isNotice(operation: Operation | undefined, kinds: Kinds): boolean {
  const { shape } = operation?.response ?? {};
  const { shape: inner, entity } = shape === undefined ? {} : kinds.resolve(shape);
  if (entity !== undefined || inner?.kind !== 'object') return false;
  return inner.fields.every(({ name }) => NOTICES.has(name));
}

const NOTICES: ReadonlySet<string> = new Set(['success', 'ok', 'message', 'msg', 'detail', 'code', 'type']);

/** Whether what is sent are fields of a record. */
function sendsFields({ body }: Operation, entity: EntityKind, kinds: Kinds): boolean {
  if (body === undefined) return false;
  const { shape, entity: sent } = kinds.resolve(body.shape);
  if (sent !== undefined) return sent === entity;
  const own = new Set(entity.fields.map(({ name }) => name));
  return shape.kind === 'object' && shape.fields.every(({ name }) => own.has(name));
}

/** Whether a deletion tells, by its response or its path, which record is gone. */
function isDeletable(operation: Operation, entity: EntityKind, kinds: Kinds): boolean {
  const item = recordIn(operation.response.shape, kinds);
  if (item?.entity === entity && item.field === undefined) return true;
  return namesRecord(operation, entity);
}

/** Whether a path names a record: by its key, or by other fields, by which the store finds it. */
function namesRecord(operation: Operation, entity: EntityKind): boolean {
  if (keyInPath(operation, entity) !== undefined) return true;
  const names = parameterNames(operation.path);
  const isField = (name: string) =>
    entity.fields.some(field => field.name === name && /^(string|number)$/.test(field.shape.kind));
  return operation.path.endsWith('}') && names.length > 0 && names.every(isField);
}

/** What operations do to records. */
interface Touch {
  readonly removed: (operation: Operation) => Removed | undefined;
  readonly changes: (operation: Operation) => readonly EntityKind[];
}

function plannedEndpoint(name: string, operation: Operation, touch: Touch): EndpointPlan {
  const [removed, changed] = [touch.removed(operation), touch.changes(operation)];
  return { name, operation, path: libraryPath(operation.path), removed, changes: changed };
}

interface Known {
  readonly operations: readonly Operation[];
  readonly drafts: readonly Draft[];
  readonly kinds: Kinds;
  readonly at: At;
}

/** The record that a deletion removes that is no usual one. Of what has a path elsewhere, it may only end a relation. */
function removedBy(operation: Operation, { operations, drafts, kinds, at }: Known): Removed | undefined {
  const { method, path, response } = operation;
  const listPath = withoutLastParameter(path);
  if (method !== 'DELETE' || listPath === undefined) return undefined;
  const read = at(path, 'GET')?.response.shape;
  const shape = read ?? itemIn(at(listPath, 'GET')?.response.shape, kinds);
  const entities = recordsIn(shape, kinds);
  const [entity] = entities;
  if (shape === undefined || entity === undefined) return undefined;
  const isElsewhere = (other: string) => shapeOfPath(other) !== shapeOfPath(path);
  const hasOther = operations.some(
    each =>
      each.method === 'GET' &&
      isElsewhere(each.path) &&
      recordsIn(each.response.shape, kinds).some(one => entities.includes(one)),
  );
  if (hasOther || drafts.some(draft => entities.includes(draft.entity) && isElsewhere(draft.itemPath)))
    return undefined;
  const isGiven = recordsIn(response.shape, kinds).some(one => entities.includes(one));
  const keyOf = (one: EntityKind) => JSON.stringify(one.key);
  const isNamed = entities.every(one => keyInPath(operation, one) && keyOf(one) === keyOf(entity));
  return isGiven || isNamed ? { shape, entity, isGiven } : undefined;
}

/** The kinds of records that are read where something else than reading is done, or in the list around that. */
function changedBy({ method, path }: Operation, kinds: Kinds, at: At): readonly EntityKind[] {
  if (method === 'GET') return [];
  const around = withoutLastParameter(path);
  const shapes = [path, ...(around === undefined ? [] : [around])].map(
    each => at(each, 'GET')?.response.shape,
  );
  const found = shapes.map(shape => {
    const listed = recordsIn(itemIn(shape, kinds), kinds);
    const one = recordIn(shape, kinds);
    return one === undefined ? [...recordsIn(shape, kinds), ...listed] : [one.entity];
  });
  return found.find(entities => entities.length > 0) ?? [];
}

/** The shape of what is in a list that is a response, or the one list in it. */
function itemIn(shape: Shape | undefined, kinds: Kinds): Shape | undefined {
  if (shape === undefined) return undefined;
  const { shape: inner, entity } = kinds.resolve(shape);
  if (entity !== undefined) return undefined;
  if (inner.kind === 'array') return inner.item;
  if (inner.kind !== 'object') return undefined;
  const items = inner.fields.flatMap(field => {
    const { shape: value } = kinds.resolve(field.shape);
    return value.kind === 'array' && recordsIn(value.item, kinds).length > 0 ? [value.item] : [];
  });
  return items.length === 1 ? items[0] : undefined;
}

/** The kinds of record that a shape can be, if it is a record. */
function recordsIn(shape: Shape | undefined, kinds: Kinds): readonly EntityKind[] {
  if (shape === undefined) return [];
  const { entity, shape: inner } = kinds.resolve(shape);
  if (entity !== undefined) return [entity];
  if (inner.kind !== 'union') return [];
  const all = inner.members.map(member => kinds.resolve(member).entity);
  return all.every(each => each !== undefined) ? [...new Set(all)] : [];
}

/** The parameter of a path for each part of a record's key; `undefined` where the path does not tell. */
export function keyInPath(operation: Operation, entity: EntityKind): readonly string[] | undefined {
  const names = parameterNames(operation.path);
  const [only] = entity.key;
  const last = names.at(-1);
  if (entity.key.length === 1 && only?.length === 1 && last !== undefined) {
    return isParameterOfKey(last, operation, entity) ? [last] : undefined;
  }
  const found = entity.key.map(path => names.find(name => isSameName(name, path.at(-1) ?? '')));
  return found.every(name => name !== undefined) ? found : undefined;
}

/** Whether the last parameter of a path is the key of the record there, whatever it is called. */
function isParameterOfKey(parameter: string, operation: Operation, entity: EntityKind): boolean {
  const field = entity.key[0]?.[0] ?? '';
  if (isSameName(parameter, field)) return true;
  const isNamedSo =
    isSameName(parameter, `${entity.name} ${field}`) ||
    wordsOf(parameter).at(-1) === wordsOf(field).at(-1) ||
    isSameName(parameter, entity.name) ||
    wordsOf(entity.name).join(' ').endsWith(wordsOf(parameter).join(' '));
  if (!isNamedSo) return false;
  const given = operation.pathParameters.find(({ name }) => name === parameter)?.shape.kind;
  const own = entity.fields.find(({ name }) => name === field)?.shape.kind;
  return given === own || given === undefined || own === 'union';
}

/** Where a record stands in a response: it is the response, or a field of it. */
export interface Holder {
  readonly entity: EntityKind;
  readonly field: string | undefined;
}

function isSameResponse(one: Holder | undefined, other: Holder): boolean {
  return one !== undefined && one.entity === other.entity && one.field === other.field;
}

export function recordIn(shape: Shape | undefined, kinds: Kinds): Holder | undefined {
  if (shape === undefined) return undefined;
  const { entity, shape: inner } = soleEntity(shape, kinds);
  if (entity !== undefined) return { entity, field: undefined };
  if (inner.kind !== 'object') return undefined;
  // `{ data: {…} }`: one record, and at most some words about it.
  const holding = inner.fields.filter(field => soleEntity(field.shape, kinds).entity !== undefined);
  const [only] = holding;
  if (holding.length !== 1 || only === undefined || inner.fields.length > 4) return undefined;
  const others = inner.fields.filter(field => field !== only);
  if (!only.isRequired && others.length > 0 && only.name !== 'data') return undefined;
  const { entity: held } = soleEntity(only.shape, kinds);
  return held && { entity: held, field: only.name };
}

/** The one kind of record that a shape can be: of a record or what is left of it, of a record or its key. */
function soleEntity(shape: Shape, kinds: Kinds): { entity: EntityKind | undefined; shape: Shape } {
  const found = kinds.resolve(shape);
  if (found.entity !== undefined || found.shape.kind !== 'union') return found;
  const all = new Set(
    found.shape.members.flatMap(member => {
      const { entity, shape: inner } = kinds.resolve(member);
      return inner.kind === 'string' || inner.kind === 'number' ? [] : [entity];
    }),
  );
  const [entity] = all;
  return all.size === 1 && entity !== undefined ? { entity, shape: found.shape } : found;
}

/** The kind of the records in a list that is a response, or the one field of it that is a list of records. */
export function listIn(shape: Shape | undefined, kinds: Kinds): Holder | undefined {
  if (shape === undefined) return undefined;
  const { shape: inner, entity } = kinds.resolve(shape);
  if (entity !== undefined) return undefined;
  if (inner.kind === 'array') {
    const item = soleEntity(inner.item, kinds).entity;
    return item && { entity: item, field: undefined };
  }
  if (inner.kind !== 'object') return undefined;
  const lists = inner.fields.flatMap(field => {
    const value = kinds.resolve(field.shape).shape;
    const item = value.kind === 'array' ? soleEntity(value.item, kinds).entity : undefined;
    return item === undefined ? [] : [{ entity: item, field: field.name }];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

/** Whether a response is a list, or an object around one that is called as lists are. */
function isList(shape: Shape | undefined, kinds: Kinds): boolean {
  if (shape === undefined) return false;
  const { shape: inner } = kinds.resolve(shape);
  if (inner.kind === 'array') return true;
  if (inner.kind !== 'object' || kinds.resolve(shape).entity !== undefined) return false;
  const lists = inner.fields.filter(field => kinds.resolve(field.shape).shape.kind === 'array');
  return lists.length === 1 && inner.fields.length <= 6 && lists.some(field => PAGE_LISTS.test(field.name));
}

const PAGE_LISTS = /^(data|items|results|records|entries|values|rows|content|list|nodes)$/i;

/** The resource that an operation belongs to, besides the usual requests. */
function homeOf(operation: Operation, drafts: readonly Draft[], kinds: Kinds): Draft | undefined {
  const { response, tag } = operation;
  const about = recordIn(response.shape, kinds)?.entity ?? listIn(response.shape, kinds)?.entity;
  const byKind = drafts.find(draft => draft.entity === about);
  if (byKind !== undefined && (tag === undefined || byKind.tag === undefined || byKind.tag === tag))
    return byKind;
  // What stands one word behind the path of a record, or of the list: `/issues/{number}/lock`, `/pets/findByStatus`.
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

const PAGES = /^(page|page_?number|pageNo|cursor|page_?token|offset|skip|starting_after|after|continue)$/i;
/** A page is a filter: which page a new record is on only the server knows. What joins pages leaves it out itself. */
const NO_FILTERS =
  /^(page_?size|per_?page|limit|take|size|first|last|sort(_?by|_?order)?|direction|order(_?by)?|ascending|expand|fields|include|pretty)$/i;

function finishResource(
  draft: Draft,
  operations: readonly Operation[],
  beside: Beside,
  touch: Touch,
  kinds: Kinds,
): ResourcePlan {
  const { entity, standard, listField, itemField, itemPath } = draft;
  const query = standard.getList?.query.map(({ name }) => name) ?? [];
  const taken = new Set(['get', 'getList', 'update', 'partialUpdate', 'delete', 'extend', 'push', 'unshift']);
  const open = new Set(
    (['get', 'update', 'partialUpdate', 'delete', 'getList'] as const).filter(
      name => standard[name] === undefined,
    ),
  );
  // Where the list's `push` cannot send it, the creation is a member of its own.
  if (standard.create !== undefined) taken.add('create');
  const members = operations.map((operation): EndpointPlan => {
    const standing = standingFor(operation, draft);
    const name =
      standing !== undefined && open.has(standing)
        ? standing
        : memberName(operation, entity.name, itemPath, taken, beside);
    open.delete(name as 'update');
    taken.add(name);
    return plannedEndpoint(name, operation, touch);
  });
  const renamed = keyRename(draft);
  return {
    name: kinds.claim(`${entity.name}Resource`),
    entity,
    path: libraryPath(itemPath, renamed),
    parameters: parameterNames(itemPath).map(name => renamed[name] ?? name),
    standard,
    ownPaths: ownPaths(draft, renamed),
    unsaid: (['update', 'partialUpdate'] as const).filter(name => isNotice(standard[name], kinds)),
    members,
    paginationField: query.find(name => PAGES.test(name)),
    nonFilters: query.filter(name => NO_FILTERS.test(name)).sort(),
    listField,
    itemField,
    createField: recordIn(standard.create?.response.shape, kinds)?.field,
  };
}

/** The paths that end with a slash, or without, where those that `resource()` makes of the record's path do not. */
function ownPaths(
  { standard, itemPath }: Draft,
  renamed: Readonly<Record<string, string>>,
): ResourcePlan['ownPaths'] {
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

/** The usual member whose place an unusual operation takes: a deletion that does not tell what is gone, say. */
function standingFor(
  operation: Operation,
  draft: Draft,
): 'get' | 'update' | 'partialUpdate' | 'delete' | undefined {
  if (shapeOfPath(operation.path) !== shapeOfPath(draft.itemPath)) return undefined;
  const { method } = operation;
  return ({ GET: 'get', PUT: 'update', PATCH: 'partialUpdate', DELETE: 'delete' } as const)[method as 'PUT'];
}

/** The last parameter of a record's path is called as the key's field, so that the record is found by it. */
function keyRename({ entity, standard, itemPath }: Draft): Readonly<Record<string, string>> {
  const [only] = entity.key;
  const last = parameterNames(itemPath).at(-1);
  const field = only?.[0];
  if (entity.key.length !== 1 || only?.length !== 1 || last === undefined || field === undefined) return {};
  const { get, update, partialUpdate, delete: remove } = standard;
  const own = get ?? update ?? partialUpdate ?? remove;
  if (own === undefined || parameterNames(itemPath).slice(0, -1).includes(field)) return {};
  return isParameterOfKey(last, own, entity) ? { [last]: field } : {};
}

/** `/users/{user-id}` as the library writes it: `/users/:"user-id"`. */
export function libraryPath(path: string, renamed: Readonly<Record<string, string>> = {}): string {
  // What follows makes it a query: elsewhere a question mark is a letter of the path.
  const queryAt = path.search(/\?(?!\/|$)/);
  return path
    .split(/(\{[^}]+\})/)
    .map((part, i, parts) => {
      const name = /^\{([^}]+)\}$/.exec(part)?.[1];
      if (name === undefined) {
        const start = parts.slice(0, i).join('').length;
        return part.replaceAll(/[:*?{}()[\]+!\\]/g, (found, at: number) => {
          if (found !== '?' || (queryAt !== -1 && start + at > queryAt)) return `\\${found}`;
          return start + at === queryAt ? '?' : '%3F';
        });
      }
      const given = renamed[name] ?? name;
      // Without quotes, letters behind the parameter would be part of its name.
      const isBare =
        /^[A-Za-z_$][\w$]*$/.test(given) && !/^[$\p{ID_Continue}\u200c\u200d]/u.test(parts[i + 1] ?? '');
      return `:${isBare ? given : JSON.stringify(given)}`;
    })
    .join('');
}
