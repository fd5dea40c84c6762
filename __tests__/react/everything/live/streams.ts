import { Invalidate } from 'rdc-toolkit';
import {
  type StreamSource,
  type StreamWrite,
  serverSentEventSource,
  streamManager,
  webSocketSource,
} from 'rdc-toolkit/stream';
import { Card, type Resources } from '../resources';
import type { Change, LiveServer, LiveSetting, Transport } from './liveServer';

interface Told {
  readonly link: number;
  readonly count: number;
  readonly changes: readonly Change[];
}

/** One stream of a real source, with its state on the client. */
export function streamOf(
  transport: Transport,
  live: LiveServer,
  { CardResource, getPlain }: Resources,
  setting: LiveSetting,
  session: () => number,
) {
  const { get, getList } = CardResource;
  /** The attempts that have started and not ended. */
  const attempts = new Map<object, 'connecting' | 'open'>();
  /** The number of the last message that arrived, by connection. */
  const arrived = new Map<number, number>();
  let connect = () => {};
  const address = () => `${live.address}/?session=${session()}`;
  const real =
    transport === 'events'
      ? serverSentEventSource(() => `http://${address()}`)
      : webSocketSource(() => `ws://${address()}`);
  const source: StreamSource = (on, memory) => {
    const attempt = {};
    attempts.set(attempt, 'connecting');
    const onOpen = () => {
      if (attempts.has(attempt)) attempts.set(attempt, 'open');
      on.onOpen();
    };
    const onClose: typeof on.onClose = end => {
      attempts.delete(attempt);
      on.onClose(end);
    };
    const connection = real({ ...on, onOpen, onClose }, memory);
    return {
      send: message => connection.send?.(message),
      close() {
        attempts.delete(attempt);
        if (transport === 'socket') live.forgetBroken();
        connection.close();
      },
    };
  };
  const writesOf = ({ id, row, lists = {} }: Change): StreamWrite[] => {
    const asResponse = setting.bringsLists && { endpoint: get, args: [{ id }], response: row };
    return [
      row === undefined
        ? { schema: new Invalidate(Card), value: id }
        : asResponse || { schema: Card, value: row },
      ...Object.entries(lists).map(([status, response]) => {
        return { endpoint: getList, args: [status === '' ? {} : { status }], response };
      }),
    ];
  };
  const manager = streamManager({
    name: transport,
    source,
    // The play decides when to retry.
    baseDelayMs: 1e12,
    maxDelayMs: 1e12,
    listen({ onOnline }) {
      connect = onOnline;
      return () => {
        connect = () => {};
      };
    },
    read({ link, count, changes }: Told): readonly StreamWrite[] {
      arrived.set(link, count);
      return changes.flatMap(writesOf);
    },
    feeds: live.goesOn(transport) ? [] : [get, getList, getPlain],
    ...(live.isTopical(transport) && {
      topicOf({ key, args: [arg] }: { key: string; args: readonly unknown[] }) {
        const { id, status = '' } = (arg ?? {}) as { id?: string; status?: string };
        const topic = get.testKey(key) ? `id ${id}` : `status ${status}`;
        return { subscribe: { on: topic }, unsubscribe: { off: topic } };
      },
    }),
    ...(setting.hasSession && { enabled: (state: { session: string }) => state.session }),
  });

  /** Whether the client and the server disagree about the connection, or a message is in transit. */
  function difference(): string | undefined {
    const links = live.of(transport);
    const [state, ...others] = attempts.values();
    if (others.length > 0) return 'several connections at once';
    if (links.length !== (state === 'open' ? 1 : 0)) return `${state} here, ${links.length} there`;
    if (state === 'connecting' && !live.holds) return 'an attempt in flight';
    const isHere = ({ number, count }: (typeof links)[number]) => (arrived.get(number) ?? 0) === count;
    return links.every(isHere) ? undefined : 'a message in flight';
  }
  return { transport, manager, difference, state: () => [...attempts.values()][0], connect: () => connect() };
}
