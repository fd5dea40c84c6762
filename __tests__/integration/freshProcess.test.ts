import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { createTestStore } from '../helpers/createTestStore';
import { reply, startApi } from '../helpers/startApi';
import { base, CardResource } from './freshProcess/definitions';

it('gives the same state for an exported log in a process that has only the same definitions', async () => {
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
  const exported = JSON.stringify(store.log);
  const { rdc } = store.getState();

  expect(replayElsewhere(exported)).toEqual(JSON.parse(JSON.stringify(rdc)));

  await held.release();
  await pending;
});

/** Replays a log in a Node process of its own, and returns the state that it ends in. */
function replayElsewhere(log: string): unknown {
  const name = join(tmpdir(), `rdc-replay-${process.pid}`);
  buildSync({
    entryPoints: [join(__dirname, 'freshProcess/replay.ts')],
    alias: { 'rdc-toolkit': join(__dirname, '../../lib/index.ts') },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: `${name}.cjs`,
  });
  writeFileSync(`${name}.json`, log);
  return JSON.parse(execFileSync(process.execPath, [`${name}.cjs`, `${name}.json`], { encoding: 'utf8' }));
}
