import { join } from 'node:path';
import { createTestStore } from '../helpers/createTestStore';
import { replayElsewhere } from '../helpers/replayElsewhere';
import { reply, startApi } from '../helpers/startApi';
import { base, CardResource } from './freshProcess/definitions';

it('replays an exported log to the same state in a process with only the same definitions', async () => {
  const rows = [{ id: '1', title: 'one', by: { id: 'a', name: 'Ada' }, status: 'open' }];
  const api = await startApi({
    'GET /cards': () => rows,
    'GET /cards/:id': () => reply(404, { message: 'none' }),
    'POST /cards': ({ body }) => ({ id: '2', by: { id: 'b', name: 'Bea' }, ...(body as object) }),
    'PATCH /cards/:id': ({ params, body }) => ({ id: params.id, ...(body as object) }),
    'DELETE /cards/:id': () => null,
  });
  base.url = api.url;
  const store = createTestStore();
  await store.dispatch(CardResource.getList.fetch({ status: 'open' }));
  await store.dispatch(CardResource.getList.push.fetch({ status: 'open' }, { title: 'two' }));
  await store.dispatch(CardResource.getList.move.fetch({ id: '2' }, { status: 'done' }));
  await store.dispatch(CardResource.delete.fetch({ id: '1' }));
  await store.dispatch(CardResource.get.fetch({ id: '9' })).catch(() => undefined);
  const held = api.hold('PATCH /cards/2');
  const pending = store.dispatch(CardResource.partialUpdate.fetch({ id: '2' }, { title: 'zwei' }));
  await held.arrived;
  const { rdc } = store.getState();

  const { states, said } = replayElsewhere(store.log, {
    modules: [join(__dirname, 'freshProcess/definitions')],
  });
  expect(said).toBe('');
  expect(states.at(-1)).toEqual(JSON.parse(JSON.stringify(rdc)));

  await held.release();
  await pending;
});

const connected = {
  ...{
    type: 'rdc/set',
    schemaName: 'rdc.Connection',
    args: [],
    meta: { fetchedAt: 1, date: 2, expiresAt: 3 },
  },
  value: { id: 'stream', status: 'open', error: null },
};

it("replays a stream's connection once rdc-toolkit/stream is imported", () => {
  const { states, said } = replayElsewhere([connected], { modules: ['rdc-toolkit/stream'] });
  expect(said).toBe('');
  expect(states.at(-1)).toHaveProperty(['entities', 'rdc.Connection', 'root', 0, 'value'], connected.value);
});

it("says what to import to replay a stream's connection", () => {
  const { said } = replayElsewhere([connected], { modules: [] });
  expect(said).toContain(
    'no schema is named "rdc.Connection". Import Connection from rdc-toolkit/stream, and use it, so that no bundler leaves it out.',
  );
});
