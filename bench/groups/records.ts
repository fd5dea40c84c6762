/** What one changed record costs, whatever else is stored. */
import { createReducer, Controller as DataClientController, initialState } from '@data-client/core';
import { RestEndpoint as DataClientEndpoint, Entity as DataClientEntity } from '@data-client/rest';
import { configureStore, createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import { createDataClient, Entity, RestEndpoint } from 'rdc-toolkit';
import { streamManager } from 'rdc-toolkit/stream';
import { compare } from '../measure';
import { type Growth, report } from '../report';

/** As small as a record can be: what is measured is where it stands. */
interface Point {
  readonly id: string;
  readonly value: number;
}

/** Stores points, changes one, and reads it. */
interface Points {
  receive(points: readonly Point[]): void;
  change(id: string, value: number): void;
}

class PointEntity extends Entity {
  id = '';
  value = 0;
  static key = 'Point';
}
const getPoint = new RestEndpoint({
  urlPrefix: 'http://bench.test',
  path: '/points/:id',
  schema: PointEntity,
});
const getPoints = new RestEndpoint({
  urlPrefix: 'http://bench.test',
  path: '/points',
  schema: [PointEntity],
});

function ours(): Points {
  const client = createDataClient();
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  return {
    receive: points => void store.dispatch(getPoints.setResponse(points as never)),
    change(id, value) {
      store.dispatch(getPoint.setResponse({ id }, { id, value } as never));
      client.selectors.selectQuery(PointEntity, { id })(store.getState());
    },
  };
}

function entityAdapter(): Points {
  const adapter = createEntityAdapter<Point>();
  const slice = createSlice({
    name: 'points',
    initialState: adapter.getInitialState(),
    reducers: { received: adapter.upsertMany, changed: adapter.updateOne },
  });
  const store = configureStore({ reducer: { points: slice.reducer } });
  const { selectById } = adapter.getSelectors();
  return {
    receive: points => void store.dispatch(slice.actions.received([...points])),
    change(id, value) {
      store.dispatch(slice.actions.changed({ id, changes: { value } }));
      selectById(store.getState().points, id);
    },
  };
}

class DataClientPoint extends DataClientEntity {
  id = '';
  value = 0;
  static override key = 'Point';
  pk() {
    return this.id;
  }
}
const dataClientPoint = new DataClientEndpoint({ path: '/points/:id', schema: DataClientPoint });
const dataClientPoints = new DataClientEndpoint({ path: '/points', schema: [DataClientPoint] });

function dataClient(): Points {
  let state = initialState;
  const controller: DataClientController = new DataClientController({
    dispatch: async action => {
      state = reduce(state, action);
    },
    getState: () => state,
  });
  const reduce = createReducer(controller);
  return {
    receive: points => void controller.setResponse(dataClientPoints, points as never),
    change(id, value) {
      void controller.setResponse(dataClientPoint, { id }, { id, value } as never);
      controller.getResponse(dataClientPoint, { id }, state);
    },
  };
}

const pointsFrom = (from: number, count: number): readonly Point[] =>
  Array.from({ length: count }, (_, i) => ({ id: String(from + i), value: 0 }));

async function grown(
  peer: string,
  open: () => Points,
  sizes: readonly number[],
): Promise<Growth['peers'][number]> {
  const points: [number, number][] = [];
  for (const size of sizes) {
    const cache = open();
    for (let from = 0; from < size; from += 100_000)
      cache.receive(pointsFrom(from, Math.min(size - from, 100_000)));
    const run = (round: number) => cache.change(String((round * 7919) % size), round + 1);
    const [timing] = await compare([{ peer, run, repeatedForMs: 1 }]);
    points.push([size, timing?.median ?? Number.NaN]);
  }
  return { peer, points };
}

const THREE_DECADES = [1_000, 10_000, 100_000, 1_000_000];
report({
  title: 'One record changed and read',
  by: 'records',
  peers: [
    await grown('rdc-toolkit', ours, THREE_DECADES),
    await grown('createEntityAdapter', entityAdapter, THREE_DECADES.slice(0, 3)),
    await grown('data-client', dataClient, THREE_DECADES.slice(0, 3)),
  ],
});

const FRAMES_A_SECOND = 60;

/** What one second of a stream costs, with a reader who looks at the list of 1 000 once a frame. */
async function streamed(messagesPerSecond: number): Promise<number> {
  let receive = (_text: string) => {};
  const client = createDataClient({
    managers: [
      streamManager({
        source: ({ onOpen, onMessage }) => {
          receive = text => onMessage(text, 'message');
          onOpen();
          return { close() {} };
        },
        read: (point: Point) => ({ schema: PointEntity, value: point }),
      }),
    ],
  });
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  store.dispatch(getPoints.setResponse(pointsFrom(0, 1_000) as never));
  const select = client.selectors.selectResponse(getPoints);
  let sent = 0;
  const second = () => {
    const end = sent + messagesPerSecond;
    for (let frame = 1; frame <= FRAMES_A_SECOND; frame++) {
      const due = end - messagesPerSecond + Math.floor((messagesPerSecond * frame) / FRAMES_A_SECOND);
      for (; sent < due; sent++) receive(JSON.stringify({ id: String((sent * 7) % 1_000), value: sent }));
      select(store.getState());
    }
  };
  const [timing] = await compare([{ peer: '', run: second }], { rounds: 7 });
  client.cleanup(store);
  return timing?.median ?? Number.NaN;
}
const streams: [number, number][] = [];
for (const rate of [10, 100, 1_000, 10_000]) streams.push([rate, await streamed(rate)]);
report({
  title: 'One second of a stream into a list of 1 000 that is read once a frame',
  by: 'messages per second',
  peers: [{ peer: 'rdc-toolkit', points: streams }],
});
