import { Collection, Endpoint, Entity } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

interface Row {
  readonly id: string;
  readonly state: string;
}

class Task extends Entity {
  id = '';
  state = '';
  static key = 'Functions.Task';
}

const list = new Collection([Task]);
const getTasks = new ApiEndpoint({ path: '/tasks', searchParams: {} as { state: string }, schema: list });
const patch = new ApiEndpoint({
  path: '/tasks/:id',
  method: 'PATCH',
  body: {} as { state: string },
  name: 'functions.patch',
});
const moveTask = new Endpoint(({ id, ...body }: Row): Promise<unknown> => patch({ id }, body), {
  name: 'functions.move',
  schema: list.move,
  sideEffect: true,
});

it("an unchanged field in a function's argument casts doubt on an overlapping change", async () => {
  const rows = new Map<string, Row>([['1', { id: '1', state: 'open' }]]);
  const { store, arrival, done, settle, mount } = await startScript({
    'GET /tasks': (_params, _body, { state }: { state: string }) =>
      [...rows.values()].filter(row => row.state === state),
    'PATCH /tasks/:id': ({ id }, body: { state: string }) => {
      const row = { id: String(id), ...body };
      rows.set(row.id, row);
      return row;
    },
  });
  const states = ['open', 'done'];
  for (const state of states) {
    await done(getTasks.fetch({ state }));
    mount(getTasks, { state });
  }
  const closing = store.dispatch(moveTask.fetch({ id: '1', state: 'done' }));
  const first = await arrival('PATCH /tasks/1');
  const opening = store.dispatch(moveTask.fetch({ id: '1', state: 'open' }));
  const second = await arrival('PATCH /tasks/1');
  for (const [visit, response] of [
    [first, closing],
    [second, opening],
  ] as const) {
    visit.respond();
    await response;
  }
  await settle();

  const shown = states.map(state =>
    getTasks
      .select({ state })(store.getState())
      .data?.map(({ id }) => id),
  );
  expect(shown).toEqual([['1'], []]);
});
