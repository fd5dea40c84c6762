import { entitiesNamed } from '../definitions/schemas';
import { eachRecord, someRecord } from '../denormalize/dependenciesOf';
import { filterFields } from '../plain/filterFields';
import { isObject } from '../plain/isObject';
import { isSameList } from '../plain/isSameList';
import type { EntityClass } from '../schema/EntityClass';
import { entityShape } from '../schema/entityShape';
import { keyIn, keyMadeOf } from '../schema/keyByArguments';
import { memoizeByState } from '../selectors/memoizeByState';
import { readResponse, type Shown } from '../selectors/readResponse';
import { getCell } from '../tables/getCell';
import { createOwner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { type Cell, emptyTable, type Table } from '../tables/Table';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import type { DataState, EntityRow, RecordMeta, ResponseMeta, Row } from '../types/State';
import { type KeyedRequest, NO_RESPONSE, ResponseObserver } from './ResponseObserver';
import { observeAll, type Source } from './Source';
import type { StoreObservers } from './storeObservers';
import { uniqueRecords } from './uniqueRecords';

/** What is shown of one page. */
export interface ShownPage {
  readonly shown: Shown;
  /** The data without records that are on a page requested later. */
  readonly data: unknown;
  /** The data as the response brought it, including what was deleted since. */
  readonly received: unknown;
  /** What the endpoint's `meta` keeps of the response's head. */
  readonly meta: unknown;
}

/** Observes any number of requests of one endpoint, each from the moment it was first read. */
export interface PagesObserver {
  /** Some of the requests, in the given order. */
  source(requests: readonly KeyedRequest[]): PagesSource;
  /** A page at the moment of the call. */
  now(request: KeyedRequest): FoundPage;
  /** A page in another state. */
  from(request: KeyedRequest, state: DataState): FoundPage;
}

/** What some requests show, and the observer of each. */
export interface PagesSource extends Source<readonly ShownPage[]> {
  readonly observers: readonly ResponseObserver[];
  /** The data of some pages; the same array as before if the data is the same. */
  dataOf(pages: readonly ShownPage[]): readonly unknown[];
}

/**
 * Starts to observe pages.
 *
 * @param name what the reader is called in messages
 */
export function pagesObserver(
  observers: StoreObservers,
  endpoint: EndpointInterface,
  name?: string,
): PagesObserver {
  let observersByKey = new Map<string, ResponseObserver>();

  function observerOf({ key, args }: KeyedRequest): ResponseObserver {
    if (key === undefined) return NO_RESPONSE;
    return observersByKey.get(key) ?? new ResponseObserver(observers, { endpoint, args, name }, key);
  }

  /** @param readShown what is shown of one request */
  function pageOf(
    observer: ResponseObserver,
    state: DataState = observers.handle.getState(),
    readShown = (page: ResponseObserver): Shown => page.value(),
  ): FoundPage {
    const cell = observer.key === undefined ? undefined : getCell(state.endpoints, observer.key);
    const { head, left = 0, landed = 0 } = cell?.meta ?? {};
    const shown = readShown(observer);
    return {
      shown,
      meta: head,
      left,
      landed,
      received: cell && dataAsReceived(cell, () => readWithDeleted(observer, state)),
    };
  }

  function pageFrom(observer: ResponseObserver, state: DataState): FoundPage {
    return pageOf(observer, state, page => page.from(state));
  }

  return {
    source(requests) {
      const pageObservers = requests.map(observerOf);
      const observed = pageObservers.filter(page => page !== NO_RESPONSE);
      for (const page of observed) observersByKey.set(page.key, page);
      let lastFound: readonly FoundPage[] = [];
      let pages: readonly ShownPage[] = [];
      let lastData: readonly unknown[] = [];

      function value() {
        const current = pageObservers.map(page => pageOf(page));
        if (isSame(current, lastFound, ['shown', 'meta', 'left'])) return pages;
        const shown = shownOf(endpoint, current, pages);
        lastFound = current;
        if (!isSame(shown, pages, ['shown', 'meta', 'data'])) pages = shown;
        return pages;
      }

      return {
        observers: pageObservers,
        dataOf(pagesToRead) {
          const data = pagesToRead.map(page => page.data);
          if (!isSameList(lastData, data)) lastData = data;
          return lastData;
        },
        value,
        from: memoizeByState(state =>
          shownOf(
            endpoint,
            pageObservers.map(observer => pageFrom(observer, state)),
          ),
        ),
        subscribe(notify) {
          // Not before: a render of other pages may be discarded.
          observersByKey = new Map(observed.map(page => [page.key, page]));
          return observeAll(observers, observed, value, notify);
        },
      };
    },
    now: request => pageOf(observerOf(request)),
    from: (request, state) => pageFrom(observerOf(request), state),
  };
}

/** What is known of a page: what it shows, and when its request left and its response landed. */
export interface FoundPage extends Omit<ShownPage, 'data'> {
  readonly left: number;
  readonly landed: number;
}

/** What the first reader of pages saw of each response. */
const firstSeen = new WeakMap<object, { readonly landed: number | undefined; readonly data: unknown }>();

/**
 * What a response brought, including records deleted before it was read: for these, a stand-in with only the key. A
 * pending deletion may fail.
 */
function readWithDeleted({ request: { endpoint, args }, key }: ResponseObserver, state: DataState): Shown {
  const confirmed = state.optimistic.length === 0 ? state : { ...state, optimistic: [] };
  const { shown, memo, cell } = readResponse(confirmed, endpoint, key, args);
  const wasDeleted = (kind: string, pk: string) => getCell(state.deleted[kind], pk) !== undefined;
  if (memo === undefined || !someRecord(memo, (kind, pk, isThere) => !isThere && wasDeleted(kind, pk)))
    return shown;
  const owner = createOwner();
  const entities: Record<string, Table<Row, RecordMeta>> = { ...state.entities };
  const put = <V, M>(table: Table<V, M> = emptyTable(), pk: string, value: unknown, meta: unknown) =>
    putCell(table, pk, { value, meta } as never, owner);
  // Copies, because what was made of the stored objects is what is shown.
  eachRecord(memo, (kind, pk) => {
    const { value = wasDeleted(kind, pk) ? placeholderRow(kind, pk, args) : undefined, meta } =
      getCell(state.entities[kind], pk) ?? {};
    if (value !== undefined) entities[kind] = put(entities[kind], pk, copyOf(value), meta ?? {});
  });
  const endpoints = cell ? put(state.endpoints, key, copyOf(cell.value), cell.meta) : state.endpoints;
  return readResponse({ ...confirmed, entities, endpoints }, endpoint, key, args).shown;
}

/** The fields that make the key of a record; those in the path of its page are known. */
function placeholderRow(kind: string, pk: string, [params]: readonly unknown[]): Row {
  const entity = entitiesNamed(kind).at(-1) as EntityClass | undefined;
  if (entity === undefined) return { id: pk };
  const { defaults } = entityShape(entity);
  const knownFields: EntityRow = { ...defaults, ...Object(params) };
  const names = [...keyMadeOf(entity, knownFields, []).names].filter(name =>
    Object.hasOwn(defaults, name),
  ) as string[];
  const parents = filterFields(knownFields, name => names.includes(name));
  const fits = (row: Row) => keyIn(entity, { ...knownFields, ...row }, []) === pk;
  const rows = names.flatMap(name => {
    const [start = '', end] = keyIn(entity, { ...knownFields, [name]: HOLE }, [])?.split(HOLE) ?? [];
    if (end === undefined) return [];
    const value = pk.slice(start.length, pk.length - end.length);
    return [{ [name]: typeof defaults[name] === 'number' ? Number(value) : value }].filter(fits);
  });
  return rows.length === 0 ? { id: pk } : Object.assign({}, parents, ...rows);
}

const HOLE = '\u0000';

function copyOf(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** The data of a response as it was first seen, even by another reader. */
function dataAsReceived(cell: Cell<unknown, ResponseMeta>, read: () => Shown): unknown {
  const { value, meta } = cell;
  // Making a response stale writes a new cell with the same value.
  const owner = isObject(value) ? value : cell;
  const first = firstSeen.get(owner);
  if (first !== undefined && first.landed === meta.landed) return first.data;
  const { isInvalid, data } = read();
  if (!isInvalid && data !== undefined) firstSeen.set(owner, { landed: meta.landed, data });
  return data;
}

function isSame<Page>(pages: readonly Page[], others: readonly Page[], fields: readonly (keyof Page)[]) {
  return (
    pages.length === others.length &&
    pages.every((page, i) => fields.every(field => page[field] === others[i]?.[field]))
  );
}

/**
 * The pages with each record once.
 *
 * @param before what was shown earlier: a page with the same content is the same object
 */
function shownOf(
  endpoint: EndpointInterface,
  found: readonly FoundPage[],
  before: readonly ShownPage[] = [],
): readonly ShownPage[] {
  const all = found.map(({ shown, left }, i) => ({
    data: shown.data,
    left,
    shown: before[i]?.data,
  }));
  const kept = uniqueRecords(schemaOf(endpoint), all);
  return found.map(({ shown, meta, received }, i) => ({ shown, meta, received, data: kept[i] }));
}
