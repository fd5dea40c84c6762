import { argsOf } from '../../actions/endpointOf';
import { type NotedRequest, notedRequests, type Origin, originOf } from '../../actions/origins';
import { trace } from '../../denormalize/denormalize';
import { someRecord } from '../../denormalize/dependenciesOf';
import type { Memo } from '../../denormalize/Memo';
import { argumentError } from '../../errors/argumentError';
import { describeValue } from '../../errors/describeValue';
import { changedNames } from '../../log/shownState';
import { attempt } from '../../plain/attempt';
import { own } from '../../plain/own';
import type { EntityClass } from '../../schema/EntityClass';
import { isEntityClass } from '../../schema/isEntityClass';
import { isUnionResult } from '../../schema/kindOfValue';
import { memoizeByState } from '../../selectors/memoizeByState';
import { readResponse } from '../../selectors/readResponse';
import { viewOf } from '../../selectors/viewOf';
import { assertRoot, sliceAt } from '../../store/sliceAt';
import { getCell, getValue } from '../../tables/getCell';
import { orderedCells } from '../../tables/iterate';
import { schemaOf } from '../../types/EndpointInterface';
import { leftOf } from '../../types/Freshness';
import type { Loose } from '../../types/Loose';
import type { DataState, OptimisticUpdate, Row } from '../../types/State';
import { requestsOf } from './requestsOf';
import { mayMean } from './unionKinds';

/** A mutation in flight, and what it shows of a record before its response. */
export interface Overlay {
  readonly endpointName: string;
  readonly key: string;
  readonly args: readonly unknown[];
  readonly requestId: string;
  /** When it began, in milliseconds since the Unix epoch. */
  readonly fetchedAt: number;
  /** The fields that it changes, with the optimistic values. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Where the value of one field comes from. */
export interface ExplainedField {
  /** What readers see. */
  readonly value: unknown;
  /** What the server has confirmed. */
  readonly confirmed: unknown;
  /** The number of the request that brought the confirmed value, as far as the state knows. */
  readonly number: number;
  /** That request; `undefined` if none was recorded: in production, and for a state from elsewhere. */
  readonly origin: Origin | undefined;
  /** The optimistic values over the confirmed one, latest last. */
  readonly overlays: readonly Overlay[];
}

/** A place that refers to a record. */
export interface Reference {
  readonly kind: string;
  readonly pk: string;
  /** The field that refers to it; empty for an element of a list. */
  readonly field: string;
}

/** Why a record is what it is. */
export interface Explanation {
  readonly kind: string;
  readonly pk: string;
  readonly fields: Readonly<Record<string, ExplainedField>>;
  /** Mutations in flight that change it, in order. */
  readonly overlays: readonly Overlay[];
  /** Keys of the stored responses that show it, in order of arrival. */
  readonly responses: readonly string[];
  /** Lists that hold it, and records that refer to it, each kind in order of arrival. */
  readonly references: readonly Reference[];
  /** When its latest response arrived, in milliseconds since the Unix epoch. */
  readonly date: number | undefined;
  /** First instant at which it is stale. */
  readonly expiresAt: number | undefined;
}

/**
 * Explains why a record has its values: the request that brought each field, the optimistic updates over it, and
 * which responses and lists hold the record.
 *
 * The state holds only the numbers of requests. In development, the request behind a number is kept outside the
 * state for as long as the value is stored.
 *
 * @returns A selector of the root state: the same object for as long as the state is the same; `undefined` if there
 * is no such record.
 * @example
 * ```ts
 * import { explain } from 'rdc-toolkit/devtools';
 *
 * const todo = explain(Todo, '5')(store.getState());
 * console.log(todo?.fields.title?.origin?.key); // GET /todos/5
 * ```
 */
export function explain(
  entity: EntityClass | string,
  pk: string | number,
  selectSlice: (rootState: Loose) => DataState | undefined = sliceAt,
): (rootState: unknown) => Explanation | undefined {
  if (process.env.NODE_ENV !== 'production') checkArguments(entity, pk);
  const kind = typeof entity === 'string' ? entity : entity.key;
  const read = memoizeByState(state => explainRecord(state, kind, String(pk)));
  return rootState => {
    if (process.env.NODE_ENV !== 'production') assertRoot(rootState, selectSlice);
    const state = selectSlice(rootState);
    return state === undefined ? undefined : read(state);
  };
}

/** @throws {UsageError} when no record is given */
function checkArguments(entity: unknown, pk: unknown): void {
  const isKind = typeof entity === 'string' || isEntityClass(entity);
  if (isKind && (typeof pk === 'string' || typeof pk === 'number')) return;
  const problem = isKind ? `its key is ${describeValue(pk)}` : `its entity is ${describeValue(entity)}`;
  throw argumentError(
    'explain()',
    problem,
    "Pass an entity class, then the key of the record: explain(Todo, '5').",
  );
}

function explainRecord(state: DataState, kind: string, givenPk: string): Explanation | undefined {
  const pk = getValue(state.aliases, givenPk) ?? givenPk;
  const confirmed = getCell(state.entities[kind], pk);
  const shown = rowIn(state, kind, pk);
  if (confirmed?.value === undefined && shown === undefined) return undefined;
  const overlays = overlaysOn(state, kind, pk);
  const [confirmedRow, shownRow] = [confirmed?.value, shown] as (
    | Readonly<Record<string, unknown>>
    | undefined
  )[];
  const { meta } = confirmed ?? {};
  const fields = Object.keys({ ...confirmedRow, ...shownRow }).map(name => {
    const origin = originOf(confirmedRow, name);
    return [
      name,
      {
        value: own(shownRow, name),
        confirmed: own(confirmedRow, name),
        number: origin?.number ?? own(meta?.fields, name) ?? (meta ? leftOf(meta) : 0),
        origin,
        overlays: overlays.filter(overlay => Object.hasOwn(overlay.fields, name)),
      },
    ] as const;
  });
  const references = referencesTo(state, kind, pk);
  return {
    kind,
    pk,
    fields: Object.fromEntries(fields),
    overlays,
    responses: responsesWith(state, kind, pk, references),
    references,
    date: meta?.date,
    expiresAt: meta?.expiresAt,
  };
}

function rowIn(state: DataState, kind: string, pk: string): Row | undefined {
  return getValue(viewOf(state).entities[kind], pk);
}

/** What each update changes of a record on top of those before it. */
function overlaysOn(state: DataState, kind: string, pk: string): readonly Overlay[] {
  return layersOf(state).flatMap(({ update, before, after }) => {
    const [rowBefore, rowAfter] = [before, after].map(layer => rowIn(layer, kind, pk)) as Readonly<
      Record<string, unknown>
    >[];
    if (rowBefore === rowAfter) return [];
    return [
      overlayOf(
        update,
        Object.fromEntries(changedNames(rowBefore, rowAfter).map(name => [name, own(rowAfter, name)])),
      ),
    ];
  });
}

function overlayOf(update: OptimisticUpdate, fields: Overlay['fields']): Overlay {
  const { endpointName, key, requestId, fetchedAt } = update;
  return { endpointName, key, args: argsOf(update), requestId, fetchedAt, fields };
}

/** One optimistic update, with the states before and after it. */
export interface Layer {
  readonly update: OptimisticUpdate;
  readonly before: DataState;
  readonly after: DataState;
}

/** The optimistic updates in order, each with states that exclude later ones. */
export function layersOf(state: DataState): readonly Layer[] {
  // Copies, so that views of these states do not disturb the memoized views of the store.
  const copies = state.optimistic.map(update =>
    Object.defineProperties({}, Object.getOwnPropertyDescriptors(update)),
  ) as OptimisticUpdate[];
  const withFirst = (count: number): DataState => ({ ...state, optimistic: copies.slice(0, count) });
  return state.optimistic.map((update, i) => ({ update, before: withFirst(i), after: withFirst(i + 1) }));
}

function responsesWith(
  state: DataState,
  kind: string,
  pk: string,
  references: readonly Reference[],
): readonly string[] {
  const lists = references.flatMap(({ field, pk: list }) => (field === '' ? list : []));
  const keys = [pk, ...lists];
  const mayBeKind = (name: string) => mayMean(state, name, kind);
  return orderedCells(state.endpoints).flatMap(([key, cell]) => {
    const request = notedRequests.get(cell);
    const showsRecord = request
      ? isShownBy(state, key, request, kind, pk)
      : 'value' in cell &&
        (isShownUnder(state, requestsOf(key, cell), cell.value, kind, pk) ??
          mentions(cell.value, keys, mayBeKind));
    return showsRecord ? key : [];
  });
}

/** Whether a result, read as the result of any of the requests, shows a record; `undefined` if none can read it. */
function isShownUnder(
  state: DataState,
  requests: readonly NotedRequest[],
  result: unknown,
  kind: string,
  pk: string,
): boolean | undefined {
  const memos = requests.flatMap(({ endpoint, args }) => {
    const traced = attempt(() => trace(schemaOf(endpoint), result, viewOf(state), args));
    return traced === undefined ? [] : traced.memo;
  });
  if (memos.length === 0) return undefined;
  return memos.some(memo => memo !== undefined && shows(memo, kind, pk));
}

function shows(memo: Memo, kind: string, pk: string): boolean {
  return someRecord(
    memo,
    (recordKind, recordPk, isPresent) => isPresent && recordKind === kind && recordPk === pk,
  );
}

function isShownBy(
  state: DataState,
  responseKey: string,
  { endpoint, args }: NotedRequest,
  kind: string,
  pk: string,
): boolean {
  try {
    const { memo } = readResponse(state, endpoint, responseKey, args);
    return memo !== undefined && shows(memo, kind, pk);
  } catch {
    // An unreadable response shows nothing.
    return false;
  }
}

/** Whether a result holds one of the keys: of a record, or of a list. */
function mentions(result: unknown, keys: readonly string[], mayBeKind: (name: string) => boolean): boolean {
  if (typeof result === 'string') return keys.includes(result);
  if (typeof result !== 'object' || result === null) return false;
  if (isUnionResult(result) && !mayBeKind(result.schema)) return false;
  return Object.values(result).some(part => mentions(part, keys, mayBeKind));
}

/** In order of arrival, kind by kind. */
function referencesTo(state: DataState, kind: string, pk: string): readonly Reference[] {
  const mayBeKind = (name: string) => mayMean(state, name, kind);
  return Object.entries(viewOf(state).entities).flatMap(([fromKind, table]) => {
    const fields = state.links[fromKind];
    // If the links of a kind are unknown, its lists are recognized by name.
    const names = fields
      ? Object.keys(fields).filter(name => fields[name]?.includes(kind))
      : fromKind === `[${kind}]` || fromKind === `{${kind}}`
        ? ['']
        : [];
    if (names.length === 0) return [];
    return orderedCells(table).flatMap(([key, { value }]) =>
      names
        .filter(field => {
          const part: unknown = field === '' ? value : (value as Readonly<Record<string, unknown>>)?.[field];
          return mentions(part, [pk], mayBeKind);
        })
        .map(field => ({ kind: fromKind, pk: key, field })),
    );
  });
}
