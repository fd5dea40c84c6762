import { argsOf } from '../actions/endpointOf';
import type { SetResponseAction } from '../actions/setResponse';
import { possibleEffect, withPossible } from '../overlap/listEffects';
import { listsBy, listsThatMayHold } from '../overlap/listsThatMayHold';
import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { once } from '../plain/getOrCreate';
import { isEmpty } from '../plain/isEmpty';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { own } from '../plain/own';
import { toPlain } from '../plain/toPlain';
import { addressedRecords, bodyOf, mayChangeOthers, objectsWithin } from '../schema/addressedRecord';
import type { CollectionOptions } from '../schema/CollectionOptions';
import type { EntityClass } from '../schema/EntityClass';
import { keyIn } from '../schema/keyByArguments';
import type { ListSchema } from '../schema/listContents';
import { entitiesIn, entityIn, isListWriter, kindsIn, partsOf } from '../schema/responseParts';
import { getCell, getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import { type DoubtsByKind, doubtsOf, noteDoubt, withDoubts } from '../types/doubts';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState, Entities, EntityRow, ListEffect, RecordRef } from '../types/State';
import { isTemporaryKey } from '../types/temporaryKey';
import { updateOf } from '../types/updateOf';
import { encode } from '../url/encode';
import { objectsIn } from './leavesDoubt';
import { mutationOf } from './mutationOf';

/**
 * Casts doubts after a mutation with an unclear outcome, on its record and the lists that it may have changed, and
 * notes it for requests in flight, whose responses may be older. A read that found no record only adds a note, unless
 * an overlapping mutation created the record.
 *
 * @param changesLists whether it may have changed more than the record that it was sent to
 */
export function castDoubt(
  state: DataState,
  action: SetResponseAction,
  endpoint: EndpointInterface,
  changesLists = true,
): Pick<DataState, 'doubts' | 'effects'> {
  let { doubts, effects } = state;
  for (const [part] of partsOf(endpoint))
    ({ doubts, effects } = castDoubtOn({ ...state, doubts, effects }, action, endpoint, part, changesLists));
  return { doubts, effects };
}

function castDoubtOn(
  state: DataState,
  action: SetResponseAction,
  mutation: EndpointInterface,
  endpoint: EndpointInterface,
  changesLists: boolean,
): Pick<DataState, 'doubts' | 'effects'> {
  const { landed = state.order + 1, left = landed, since = left } = action.meta;
  const args = argsOf(action);
  const addressed = addressedRecords(endpoint, args, state.entities);
  const records = addressed.concat(changesLists ? optimisticRecords(state, action) : []);
  const mayChangeOther = ({ kind }: RecordRef) => {
    const entity = entityIn(endpoint.schema, { kind }) as Partial<EntityClass> | undefined;
    return mayChangeOthers(endpoint, bodyOf(endpoint, args), name => entity?.declares?.(name) ?? true);
  };
  if (changesLists && addressed.every(mayChangeOther)) {
    const mentioned = addressed.length === 0 ? args : withoutPathParams(endpoint, args);
    for (const one of mentionedRecords(endpoint, mentioned, state.entities)) records.push(one);
  }
  const lists: (readonly RecordRef[])[] = [];
  const effects: ListEffect[] = [];
  if (changesLists) {
    // Also without an optimistic update: the record was about to be deleted, say.
    if (addressed.length === 0 || isListWriter(endpoint.schema)) {
      const { hasRule } = (endpoint.schema ?? {}) as { readonly hasRule?: boolean };
      const fields = hasRule ? {} : fieldsIn(args);
      for (const kind of kindsIn(endpoint.schema)) {
        const { pk = '' } = addressed.find(one => one.kind === kind) ?? {};
        lists.push(listsThatMayHold(state.entities, kind, pk, fields));
        effects.push(possibleEffect(kind, pk, since, landed, [fields]));
      }
    } else {
      const { writes } = mutationOf(state, action, mutation, since);
      for (const { kind, pk } of addressed) {
        const row = getValue(state.entities[kind], pk) as EntityRow | undefined;
        const fields = writes(kind, pk, true) ?? [];
        lists.push(listsBy(fields, state.entities, kind, pk, row));
        lists.push(nestedLists(endpoint, args, state.entities, { kind, pk }, row, fields));
        const sent = filterFields(fieldsIn(args), name => fields.includes(name));
        if (fields.length > 0) effects.push(possibleEffect(kind, pk, since, landed, [sent], fields));
      }
    }
  }
  // No response brings a temporary key.
  // What a read did not find matters only while mutations are in flight.
  for (const { kind, pk } of endpoint.sideEffect || state.mutating > 0 ? records : [])
    if (!isTemporaryKey(pk)) effects.push(possibleEffect(kind, pk, since, landed));
  const castDoubts: DoubtsByKind = new Map();
  const isCreated = ({ kind, pk }: RecordRef) =>
    getValue(state.overlaps[kind], pk)?.notes.some(note => note.creates && note.landed > left);
  // Neither a refusal nor a deletion creates anything.
  const mayCreate = changesLists && mutation.method !== 'DELETE';
  const mayBeMissed = missedBy(state);
  for (const { kind, pk } of endpoint.sideEffect ? records.concat(lists.flat()) : records.filter(isCreated))
    if (getCell(state.entities[kind], pk) !== undefined || (mayCreate && mayBeMissed(pk)))
      noteDoubt(castDoubts, kind, pk, landed);
  return {
    doubts: withDoubts(state.doubts, doubtsOf(castDoubts)),
    effects: withPossible(state.effects, effects),
  };
}

/**
 * Returns a test: whether a failed read without data may be for the record with this key. It collects the failed reads
 * only once, since there may be thousands of responses.
 */
export function missedBy(state: Pick<DataState, 'endpoints' | 'mutations'>): (pk: string) => boolean {
  const failed = once(() => failedReads(state));
  return pk => {
    // Only parts of a URL are encoded.
    const encoded = encode(pk);
    return failed().some(key => key.includes(encoded) || key.includes(pk));
  };
}

/** The keys of the reads that failed and have no data. */
function failedReads({
  endpoints,
  mutations,
}: Pick<DataState, 'endpoints' | 'mutations'>): readonly string[] {
  const failed: string[] = [];
  forEachCell(endpoints, (key, cell) => {
    if (!('value' in cell) && cell.meta.error && !mutations.includes(key)) failed.push(key);
  });
  return failed;
}

/**
 * The lists nested in a record that a mutation may have changed: all of them unless it wrote only declared fields. The
 * lists of a record that is no longer stored are found by the arguments.
 */
function nestedLists(
  { schema }: EndpointInterface,
  [params]: readonly unknown[],
  entities: Entities,
  { kind, pk: ownerPk }: RecordRef,
  row: EntityRow | undefined,
  written: readonly string[] = [],
): readonly RecordRef[] {
  const entity = entityIn(schema, { kind }) as Partial<EntityClass> | undefined;
  const isOther = (name: string) => !entity?.declares?.(name);
  const isAny = written.length === 0 || written.some(isOther);
  return Object.entries(entity?.schema ?? {}).flatMap(([name, field]) => {
    const { key, isMap, element, options } = field as Partial<ListSchema> & {
      readonly options?: CollectionOptions;
    };
    if (key === undefined || isMap === undefined || !(isAny || written.includes(name))) return [];
    const pk = row?.[name];
    if (row !== undefined) return typeof pk === 'string' ? { kind: key, pk } : [];
    const ownerFields = { id: ownerPk, ...(isPlainObject(params) && params) };
    const args = filterFields(
      attempt(() => options?.nestKey?.(ownerFields as never, name)) ?? {},
      (_name, value) => value !== undefined,
    );
    return isEmpty(args) && isPlainObject(params)
      ? []
      : kindsIn(element).flatMap(elementKind => listsThatMayHold(entities, elementKind, '', args));
  });
}

/**
 * The records that a mutation of several may name: by keys in lists, by rows, or under names that are not their fields,
 * if such a record is stored: `{ from: '1', to: 2 }`.
 */
function mentionedRecords(
  { schema }: EndpointInterface,
  args: readonly unknown[],
  entities: Entities,
): readonly RecordRef[] {
  const objects = args.flatMap(arg => objectsWithin(toPlain(arg)));
  return entitiesIn(schema).flatMap(entity => {
    const isOther = (name: string) => (entity as Partial<EntityClass>).declares?.(name) === false;
    const isStored = (value: unknown) =>
      (typeof value === 'string' || typeof value === 'number') &&
      getCell(entities[entity.key], String(value)) !== undefined;
    // Other values are not keys: a password, say.
    const otherKeys = (object: object) =>
      Object.entries(object).flatMap(([name, value]) => (isOther(name) && isStored(value) ? value : []));
    const keysIn = (object: object) =>
      Array.isArray(object) ? object : [keyIn(entity, object as EntityRow, args), ...otherKeys(object)];
    const isKey = (value: unknown) => value !== undefined && !isObject(value);
    return objects
      .flatMap(keysIn)
      .filter(isKey)
      .map(pk => ({ kind: entity.key, pk: String(pk) }));
  });
}

/**
 * The arguments without the path parameters: those name the addressed record, its parents, or something below it, which
 * may be anything.
 */
function withoutPathParams(
  endpoint: EndpointInterface,
  [params, ...others]: readonly unknown[],
): readonly unknown[] {
  if (!isPlainObject(params)) return [params, ...others];
  const { last, parents = [] } = endpoint.paramRoles?.(params) ?? {};
  return [filterFields(params as EntityRow, name => name !== last && !parents.includes(name)), ...others];
}

/** The records that an optimistic update changes. */
function optimisticRecords(state: DataState, { meta }: SetResponseAction): readonly RecordRef[] {
  const { writes = {} } = updateOf(state, meta.requestId) ?? {};
  return Object.entries(writes).flatMap(([kind, records]) =>
    Object.keys(records).map(written => ({ kind, pk: getValue(state.aliases, written) ?? written })),
  );
}

/** The record fields in the arguments, without those whose values differ between them, as `id` may in path and body. */
function fieldsIn(args: readonly unknown[]): EntityRow {
  const objects = objectsIn(args);
  return filterFields(Object.assign({}, ...objects) as EntityRow, (name, value) =>
    objects.every(one => String(own(one, name) ?? value) === String(value)),
  );
}
