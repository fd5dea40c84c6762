import { join } from 'node:path';
import { dehydrate } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { replayElsewhere } from '../helpers/replayElsewhere';
import { startApi } from '../helpers/startApi';
import { stopClock } from '../helpers/stopClock';
import { idsIn } from './idsIn';
import { base, TicketResource } from './membership/definitions';

const { getList, partialUpdate } = TicketResource;
const tickets = [
  { id: '1', labels: ['a'], votes: 5 },
  { id: '2', labels: ['a', 'b'], votes: 3 },
];

async function serveTickets() {
  const api = await startApi({
    'GET /tickets': ({ query: { label } }) =>
      tickets.filter(({ labels }) => label === undefined || labels.includes(String(label))),
    'PATCH /tickets/:id': ({ params, body }) => ({ id: params.id, ...(body as object) }),
  });
  base.url = api.url;
  return api;
}

it('lists follow their records in a process with only the definitions and the log', async () => {
  await serveTickets();
  const store = createTestStore();
  await store.dispatch(getList.fetch({ label: 'a' }));
  await store.dispatch(getList.fetch({ label: 'b' }));
  await store.dispatch(partialUpdate.fetch({ id: '1' }, { labels: ['b'] }));
  await store.dispatch(partialUpdate.fetch({ id: '2' }, { votes: 9 }));
  const { rdc } = store.getState();

  const { states, said } = replayElsewhere(store.log, {
    modules: [join(__dirname, 'membership/definitions')],
  });

  expect(said).toBe('');
  expect(states.at(-1)).toEqual(JSON.parse(JSON.stringify(rdc)));
  const ids = idsIn(store, getList, { label: 'b' });
  expect(ids).toEqual(['2', '1']);
});

it('lists of a saved cache follow their records', async () => {
  await serveTickets();
  const before = createTestStore();
  await before.dispatch(getList.fetch({ label: 'a' }));
  await before.dispatch(getList.fetch({ label: 'b' }));
  const saved = JSON.parse(JSON.stringify(dehydrate(before.getState().rdc)));
  const store = createTestStore();
  store.dispatch(store.client.actions.hydrate(saved));

  await store.dispatch(partialUpdate.fetch({ id: '1' }, { labels: ['b'] }));

  const ids = (label: string) => idsIn(store, getList, { label });
  expect([ids('a'), ids('b')]).toEqual([['2'], ['1', '2']]);
});

it('lists keep their changes when an older saved copy is hydrated', async () => {
  await serveTickets();
  const pass = stopClock();
  const store = createTestStore();
  const other = createTestStore();
  for (const each of [store, other]) {
    await each.dispatch(getList.fetch({ label: 'a' }));
    pass(1);
  }
  await store.dispatch(partialUpdate.fetch({ id: '1' }, { labels: ['b'] }));

  store.dispatch(store.client.actions.hydrate(dehydrate(other.getState().rdc)));

  expect(idsIn(store, getList, { label: 'a' })).toEqual(['2']);
});

it('a response that arrives too late to be shown does not make a list newer', async () => {
  const api = await serveTickets();
  const pass = stopClock();
  const store = createTestStore();
  const other = createTestStore();
  const reading = { label: 'a' };
  const late = api.hold('GET /tickets?label=a');
  const fetching = store.dispatch(getList.fetch(reading));
  await late.arrived;
  store.dispatch(getList.setResponse(reading, tickets.slice(1)));
  pass(1);
  await other.dispatch(getList.fetch(reading));
  pass(1);
  await late.release();
  await fetching;
  expect(idsIn(store, getList, reading)).toEqual(['2']);

  store.dispatch(store.client.actions.hydrate(dehydrate(other.getState().rdc)));

  expect(idsIn(store, getList, reading)).toEqual(['1', '2']);
});

it('lists that follow their records become stale when the outcome of mutations is unknown', async () => {
  const api = await serveTickets();
  const store = createTestStore();
  const reading = { label: 'b' };
  await store.dispatch(getList.fetch(reading));
  const first = api.hold('PATCH /tickets/:id');
  const second = api.hold('PATCH /tickets/:id');
  const saving = [['b'], []].map(labels => store.dispatch(partialUpdate.fetch({ id: '1' }, { labels })));
  await first.arrived;
  await second.arrived;
  await second.release();
  await first.release();
  await Promise.all(saving);

  expect(getList.select(reading)(store.getState()).expiryStatus).toBe('stale');
});
