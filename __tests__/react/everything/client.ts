import {
  type Action,
  configureStore,
  createSlice,
  type Middleware,
  type StoreEnhancer,
} from '@reduxjs/toolkit';
import {
  Controller,
  createDataClient,
  focusManager,
  gcManager,
  hydrationManager,
  Invalidate,
  logoutManager,
  type Manager,
  networkManager,
  subscriptionManager,
} from 'rdc-toolkit';
import { type StreamHandlers, streamManager } from 'rdc-toolkit/stream';
import type { Row } from '../../overlap/scriptedServer';
import { Card, type ResourceSetting, type Resources, resourcesFor } from './resources';

export interface ClientSetting extends ResourceSetting {
  /** Unused data is collected all the time. */
  readonly collects: boolean;
  readonly abortWhenUnused: boolean;
  /** Errors last, so that only a retry fetches again. */
  readonly keepsErrors: boolean;
  /** The stream sends only what is subscribed to. */
  readonly hasTopics: boolean;
}

interface StoreSetting extends Pick<ClientSetting, 'collects' | 'abortWhenUnused' | 'keepsErrors'> {
  /** Whether failed requests retry by themselves. */
  readonly retries?: boolean;
  /** Whether events of the window and the page arrive instead of those of the play. */
  readonly hearsPage?: boolean;
}

interface Message {
  readonly id: string;
  /** Missing if the record was deleted. */
  readonly row?: Row;
}

/** A stream of server changes, which opens, delivers and breaks when the play says so. */
function heldStream({ CardResource, getPlain }: Resources, hasTopics: boolean) {
  const messages: Message[] = [];
  let handlers: StreamHandlers | undefined;
  let isOpen = false;
  let connect = () => {};
  const end = () => {
    handlers = undefined;
    isOpen = false;
    messages.length = 0;
  };
  const manager = streamManager({
    source(given) {
      handlers = given;
      isOpen = false;
      const close = () => {
        if (handlers === given) end();
      };
      return { close, send() {} };
    },
    listen({ onOnline }) {
      connect = onOnline;
      return () => {};
    },
    read: ({ id, row }: Message) =>
      row === undefined ? { schema: new Invalidate(Card), value: id } : { schema: Card, value: row },
    feeds: [CardResource.get, CardResource.getList, getPlain],
    ...(hasTopics && { topicOf: ({ key }: { key: string }) => ({ subscribe: key, unsubscribe: `-${key}` }) }),
  });
  return {
    manager,
    get isWanted() {
      return handlers !== undefined;
    },
    isSettled: true,
    get hasMessages() {
      return messages.length > 0;
    },
    /** A stream that is not open gets no messages. */
    tell(change: Row | string) {
      if (isOpen) messages.push(typeof change === 'string' ? { id: change } : { id: change.id, row: change });
    },
    open() {
      connect();
      if (handlers === undefined || isOpen) return;
      isOpen = true;
      handlers.onOpen();
    },
    deliver() {
      for (const message of messages.splice(0)) handlers?.onMessage(JSON.stringify(message), 'message');
    },
    /** Messages that were not delivered are lost. */
    cut() {
      const cutOff = handlers;
      end();
      cutOff?.onClose();
    },
  };
}

/** Counts the listeners of a store. */
const counting =
  (listeners: Set<object>): StoreEnhancer =>
  create =>
  (reducer, preloaded) => {
    const store = create(reducer, preloaded);
    return {
      ...store,
      subscribe(listener) {
        const subscription = {};
        listeners.add(subscription);
        const unsubscribe = store.subscribe(listener);
        return () => {
          listeners.delete(subscription);
          unsubscribe();
        };
      },
    };
  };

const session = createSlice({
  name: 'session',
  initialState: 'ada',
  reducers: { become: (_user, { payload }: { payload: string }) => payload },
});
/** Logs in another user, or none, for a stream with sessions. */
export const { become } = session.actions;

/**
 * A store with every manager, and the log of its actions.
 *
 * @param note called with each action before it is handled
 */
export function storeFor(
  resources: Resources,
  setting: StoreSetting,
  streams: readonly Manager[],
  note: (action: unknown) => void = () => {},
) {
  /** Whether errors log the user out, and what happens when the window regains focus. */
  const user = { isLoggedOut: false, focus() {} };
  const client = createDataClient({
    errorExpiryLength: setting.keepsErrors ? 60_000 : 0,
    managers: [
      ...streams,
      networkManager({
        abortWhenUnused: setting.abortWhenUnused,
        ...(setting.retries && { retry: { limit: 2, baseDelayMs: 2, maxDelayMs: 20 } }),
      }),
      subscriptionManager(),
      hydrationManager(),
      logoutManager({ shouldLogout: () => user.isLoggedOut }),
      focusManager(
        setting.hearsPage
          ? {}
          : {
              listen({ onFocus }) {
                user.focus = onFocus;
                return () => {};
              },
            },
      ),
      gcManager(
        setting.collects
          ? { intervalMs: 2, keepUnusedMs: 0, maxRecords: 0 }
          : { intervalMs: Number.POSITIVE_INFINITY },
      ),
    ],
  });
  const log: Action[] = [];
  const record: Middleware = () => next => action => {
    log.push(action as Action);
    note(action);
    return next(action);
  };
  const listeners = new Set<object>();
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer, session: session.reducer },
    middleware: getDefault =>
      getDefault({ immutableCheck: false, serializableCheck: false }).concat(client.middleware, record),
    enhancers: getDefault => getDefault({ autoBatch: { type: 'tick' } }).concat(counting(listeners)),
  });
  return { ...resources, client, store, controller: new Controller(store), log, listeners, user };
}

export type Client = ReturnType<typeof storeFor>;

export function clientFor(url: string, setting: ClientSetting) {
  const resources = resourcesFor(url, setting);
  const stream = heldStream(resources, setting.hasTopics);
  return { ...storeFor(resources, setting, [stream.manager]), stream };
}
