import { keyOf } from 'rdc-toolkit';
import {
  useCache,
  useCancelling,
  useController,
  useDebounce,
  useDLE,
  useError,
  useFetch,
  useIsFetching,
  useLive,
  useLoading,
  usePages,
  useQuery,
  useResponse,
  useResponses,
  useResponseWith,
  useSubscription,
  useSuspense,
} from 'rdc-toolkit/react';
import { memo, type ReactNode, Suspense, use, useEffect } from 'react';
import { useSelector } from 'react-redux';
import type { ScriptedServer } from '../../overlap/scriptedServer';
import type { Client } from './client';
import { allCards, Card, votesInAll } from './resources';

/** What a click can do to a widget. */
export interface Handles {
  readonly next?: () => Promise<unknown>;
  readonly refetch?: () => Promise<unknown>;
  readonly rename?: (id: string, title: string) => unknown;
}

/** What all widgets of a play share. */
export interface Surroundings extends Client {
  /** The number of renders, by slot. */
  readonly renders: Map<string, number>;
  readonly handles: Map<string, Handles>;
}

export interface WidgetProps {
  readonly app: Surroundings;
  readonly slot: string;
  readonly kind: string;
  /** An id or a status; `null` for no request. */
  readonly arg: string | null;
}

/** Only widgets on screen can be clicked. */
function useHandles({ handles }: Surroundings, slot: string, own: Handles) {
  useEffect(() => {
    handles.set(slot, own);
    return () => {
      if (handles.get(slot) === own) handles.delete(slot);
    };
  });
}

/** One way to read, and what its widget must show. */
interface Kind {
  readonly takes: 'id' | 'status' | 'nothing';
  /** Its rows read by themselves: a deleted one may fail, and the whole list with it, before it leaves the list. */
  readonly hasRows?: boolean;
  /** The hooks, and the text from their result. */
  readonly useText: (props: WidgetProps) => ReactNode;
  /** What it shows in the end. */
  readonly onServer?: (server: ScriptedServer, arg: string | null, shown: string) => string;
  /** What it shows at any moment. */
  readonly inStore?: (app: Surroundings, arg: string | null) => string;
}

// ------------------------------------------------------------------------------------------------ texts

type Shown = Pick<Card, 'id' | 'title' | 'status' | 'votes'>;

const cardText = (card: Shown | undefined) =>
  card === undefined ? 'none' : `${card.id}:${card.title}/${card.status}/${card.votes}`;
const listText = (cards: readonly (Shown | undefined)[] | undefined) =>
  cards === undefined ? 'none' : `[${cards.map(cardText).join(' ')}]`;
export const failureText = (error: Error) =>
  `failed ${'status' in error ? String(error.status) : error.name}`;

interface Outcome<Data> {
  readonly data: Data;
  readonly loading: boolean;
  readonly error: Error | undefined;
}
function outcomeText<Data>({ error, loading, data }: Outcome<Data>, text: (data: Data) => string): string {
  if (error !== undefined) return failureText(error);
  return loading ? 'loading' : text(data);
}

const wordsOf = (flags: Readonly<Record<string, boolean>>) =>
  Object.keys(flags)
    .filter(word => flags[word])
    .map(word => ` ${word}`)
    .join('');

const idOf = (arg: string | null) => (arg === null ? null : { id: arg });
export const listed = (status: string) => (status === '' ? {} : { status });
const listOf = (arg: string | null) => (arg === null ? null : listed(arg));

// ------------------------------------------------------------------------------------------------ expectations

const cardOnServer = ({ rows }: ScriptedServer, id: string) =>
  rows.has(id) ? cardText(rows.get(id)) : 'failed 404';
const rowsOnServer = (server: ScriptedServer, status: string) =>
  server.listed(status).map(id => server.rows.get(id));
const listOnServer = (server: ScriptedServer, status: string) =>
  listText(rowsOnServer(server, status).slice(0, server.pageSize));

/** As many records as are on screen, and whether there are more. */
function pagesOnServer(server: ScriptedServer, status: string, shown: string): string {
  const rows = rowsOnServer(server, status);
  const count = Math.max(shown.split(':').length - 1, Math.min(rows.length, server.pageSize));
  return `${listText(rows.slice(0, count))}${count < rows.length ? ' more' : ''}`;
}

// ------------------------------------------------------------------------------------------------ kinds

interface RowProps {
  readonly app: Surroundings;
  readonly id: string;
}
const LiveRow = ({ app, id }: RowProps) => cardText(useLive(app.CardResource.get, { id }));
function SubscribedRow({ app, id }: RowProps) {
  useSubscription(app.CardResource.get, { id });
  return outcomeText(useDLE(app.CardResource.get, { id }), cardText);
}
/** The text of a list whose records are read one by one. */
function rowsOf(app: Surroundings, cards: readonly Card[] | undefined, Row: typeof LiveRow): ReactNode {
  if (cards === undefined) return 'none';
  const rows = cards.map((card, place) => (
    <Suspense key={keyOf(card)} fallback="loading">
      {place > 0 && ' '}
      <Row app={app} id={card.id} />
    </Suspense>
  ));
  return ['[', ...rows, ']'];
}

const ofCard = (useText: Kind['useText']): Kind => ({
  takes: 'id',
  useText,
  onServer: (server, id) => (id === null ? 'none' : cardOnServer(server, id)),
});
const ofList = (useText: Kind['useText']): Kind => ({
  takes: 'status',
  useText,
  onServer: (server, status) => (status === null ? 'none' : listOnServer(server, status)),
});

export const KINDS: Readonly<Record<string, Kind>> = {
  suspense: ofCard(({ app, arg }) => cardText(useSuspense(app.CardResource.get, idOf(arg)))),
  live: ofCard(({ app, arg }) => cardText(useLive(app.CardResource.get, idOf(arg)))),
  promise: ofCard(({ app, arg }) => cardText(use(useFetch(app.CardResource.get, idOf(arg))))),
  outcome: ofCard(({ app, arg }) => outcomeText(useDLE(app.CardResource.get, idOf(arg)), cardText)),
  cancelling: ofCard(({ app, arg }) =>
    outcomeText(useDLE(useCancelling(app.CardResource.get, idOf(arg)), idOf(arg)), cardText),
  ),
  cancellingSuspense: ofCard(({ app, arg }) =>
    cardText(useSuspense(useCancelling(app.CardResource.get, idOf(arg)), idOf(arg))),
  ),
  response: ofCard(({ app, arg, slot }) => {
    const response = useResponse(app.CardResource.get, idOf(arg));
    useHandles(app, slot, { refetch: response.refetch });
    return outcomeText(response, cardText);
  }),
  progress: ofCard(({ app, arg }) => {
    const response = useResponse(app.CardResource.get, idOf(arg));
    const { isFetching: fetching, isPending: pending } = response;
    return outcomeText(response, cardText) + wordsOf({ fetching, pending });
  }),
  selected: ofCard(({ app, arg }) => {
    const options = { keepPreviousData: true, select: (card: Card) => cardText(card) };
    const response = useResponseWith(options, app.CardResource.get, idOf(arg));
    return outcomeText(response, text => text ?? 'none') + wordsOf({ previous: response.isPreviousData });
  }),
  several: {
    takes: 'id',
    useText({ app, arg }) {
      const ids = arg === null ? [] : ['1', arg];
      const responses = useResponses(app.CardResource.get, ids, id => [{ id }]);
      return responses.map(response => outcomeText(response, cardText)).join(';');
    },
    onServer: (server, arg) =>
      arg === null ? '' : `${cardOnServer(server, '1')};${cardOnServer(server, arg)}`,
  },
  debounced: ofCard(({ app, arg }) => {
    const [id] = useDebounce(arg, 3);
    return cardText(useSuspense(app.CardResource.get, idOf(id)));
  }),
  subscribed: ofCard(({ app, arg }) => {
    useSubscription(app.CardResource.get, idOf(arg));
    return outcomeText(useDLE(app.CardResource.get, idOf(arg)), cardText);
  }),

  listSuspense: ofList(({ app, arg }) => listText(useSuspense(app.CardResource.getList, listOf(arg)))),
  listLive: ofList(({ app, arg }) => listText(useLive(app.CardResource.getList, listOf(arg)))),
  listPromise: ofList(({ app, arg }) => listText(use(useFetch(app.CardResource.getList, listOf(arg))))),
  listOutcome: ofList(({ app, arg }) => outcomeText(useDLE(app.CardResource.getList, listOf(arg)), listText)),
  listResponse: ofList(({ app, arg, slot }) => {
    const response = useResponse(app.CardResource.getList, listOf(arg));
    useHandles(app, slot, { refetch: response.refetch });
    return outcomeText(response, listText);
  }),
  listPrevious: ofList(({ app, arg }) => {
    const response = useResponseWith({ keepPreviousData: true }, app.CardResource.getList, listOf(arg));
    return outcomeText(response, listText) + wordsOf({ previous: response.isPreviousData });
  }),
  plain: ofList(({ app, arg }) => outcomeText(useDLE(app.getPlain, listOf(arg)), listText)),
  plainSuspense: ofList(({ app, arg }) => listText(useSuspense(app.getPlain, listOf(arg)))),
  pages: {
    takes: 'status',
    useText({ app, arg, slot }) {
      const argsOf = (after?: string): [{ status?: string; after?: string | undefined } | null] => [
        arg === null ? null : { ...listed(arg), after },
      ];
      const pages = usePages(app.getPlain, argsOf, {
        next: (_page, _after, meta) => meta?.next ?? undefined,
      });
      useHandles(app, slot, { next: pages.fetchNext, refetch: pages.refetch });
      const failure = pages.error ? ` ${failureText(pages.error)}` : '';
      const { loading, hasNext: more, isFetchingNext, isRefetching } = pages;
      const words = { loading, more, fetchingNext: isFetchingNext, refetching: isRefetching };
      return listText(pages.pages.flat()) + failure + wordsOf(words);
    },
    onServer: (server, status, shown) => (status === null ? '[]' : pagesOnServer(server, status, shown)),
  },

  liveRows: {
    ...ofList(({ app, arg }) => rowsOf(app, useLive(app.CardResource.getList, listOf(arg)), LiveRow)),
    hasRows: true,
  },
  subscribedRows: {
    ...ofList(({ app, arg }) => {
      useSubscription(app.CardResource.getList, listOf(arg));
      return rowsOf(app, useDLE(app.CardResource.getList, listOf(arg)).data, SubscribedRow);
    }),
    hasRows: true,
  },

  cache: {
    takes: 'id',
    useText: ({ app, arg }) => cardText(useCache(app.CardResource.get, idOf(arg))),
    inStore: ({ CardResource, store }, id) =>
      cardText(id === null ? undefined : CardResource.get.select({ id })(store.getState()).data),
  },
  query: {
    takes: 'id',
    useText: ({ arg }) => cardText(useQuery(Card, idOf(arg))),
    inStore: ({ controller }, id) => cardText(id === null ? undefined : controller.get(Card, { id })),
  },
  selector: {
    takes: 'id',
    useText({ app, arg }) {
      const select = arg === null ? undefined : app.CardResource.get.select({ id: arg });
      return cardText(useSelector(state => select?.(state).data));
    },
    inStore: ({ CardResource, store }, id) =>
      cardText(id === null ? undefined : CardResource.get.select({ id })(store.getState()).data),
  },
  listCache: {
    takes: 'status',
    useText: ({ app, arg }) => listText(useCache(app.CardResource.getList, listOf(arg))),
    inStore: ({ CardResource, store }, status) =>
      listText(
        status === null ? undefined : CardResource.getList.select(listed(status))(store.getState()).data,
      ),
  },
  listQuery: {
    takes: 'status',
    useText: ({ app, arg }) => listText(useQuery(app.CardResource.getList.schema, listOf(arg))),
    inStore: ({ CardResource, controller }, status) =>
      listText(status === null ? undefined : controller.get(CardResource.getList.schema, listed(status))),
  },
  all: {
    takes: 'nothing',
    useText: () => listText(useQuery(allCards)),
    inStore: ({ controller }) => listText(controller.get(allCards)),
  },
  votes: {
    takes: 'nothing',
    useText: () => String(useQuery(votesInAll)),
    inStore: ({ controller }) => String(controller.get(votesInAll)),
  },
  error: {
    takes: 'id',
    useText({ app, arg }) {
      const error = useError(app.CardResource.get, idOf(arg));
      return error === undefined ? 'fine' : failureText(error);
    },
    onServer: (_server, id, shown) => (id === null ? 'fine' : shown),
  },

  isFetching: {
    takes: 'nothing',
    useText: () => (useIsFetching() ? 'busy' : 'idle'),
    onServer: () => 'idle',
    inStore: ({ store }) => (store.getState().rdc.inflight.size > 0 ? 'busy' : 'idle'),
  },
  isFetchingCard: {
    takes: 'id',
    useText: ({ app, arg }) => (useIsFetching(app.CardResource.get, idOf(arg)) ? 'busy' : 'idle'),
    onServer: () => 'idle',
  },
  loading: {
    takes: 'nothing',
    useText({ app, slot }) {
      const { fetch } = useController();
      const [rename, isRunning, error] = useLoading((id: string, title: string) =>
        fetch(app.CardResource.partialUpdate, { id }, { title }),
      );
      useHandles(app, slot, { rename });
      return (isRunning ? 'busy' : 'idle') + (error === undefined ? '' : ` ${failureText(error)}`);
    },
    onServer: (_server, _arg, shown) => (shown.startsWith('idle failed') ? shown : 'idle'),
  },
};

const components = new Map(
  Object.entries(KINDS).map(([kind, { useText }]) => [
    kind,
    memo(function Widget(props: WidgetProps) {
      const { app, slot, arg } = props;
      const text = useText(props);
      app.renders.set(slot, (app.renders.get(slot) ?? 0) + 1);
      return (
        <i data-slot={slot} data-kind={kind} data-arg={String(arg)}>
          {text}
        </i>
      );
    }),
  ]),
);

/** A widget of a kind, with a separate component for each kind. */
export function WidgetOf(props: WidgetProps) {
  const Component = components.get(props.kind);
  return Component && <Component {...props} />;
}
