import { Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  title = '';
  static key = 'FirstJoins.Task';
}
const tasks = resource({ path: '/tasks/:id', schema: Task, Endpoint: ApiEndpoint });

/** A server of one task, and two creations in flight: `a` left first. */
async function startCreations() {
  const rows = [{ id: 'old', title: 'old' }];
  const scripted = await startScript({
    'GET /tasks': () => [...rows],
    'POST /tasks': (_params, body: { title: string }) => {
      const made = { id: body.title, ...body };
      rows.push(made);
      return made;
    },
  });
  const { store, send, mount } = scripted;
  mount(tasks.getList);
  return {
    ...scripted,
    create: (title: string) => send(tasks.getList.push.fetch({ title }), 'POST /tasks'),
    held: () => rows.map(({ id }) => id),
    shown: () =>
      tasks.getList
        .select()(store.getState())
        .data?.map(({ id }) => id),
  };
}

it('a first list gets creations in the order in which they left, though one landed before it and one after', async () => {
  const { store, arrival, settle, create, held, shown } = await startCreations();
  const listing = store.dispatch(tasks.getList.fetch());
  const list = await arrival('GET /tasks');
  list.act();
  const [a, b] = [await create('a'), await create('b')];
  for (const { act } of [a, b]) act();
  await b.land();
  list.respond();
  await listing;
  expect(shown()).toEqual(['old', 'b']);
  await a.land();

  expect(shown()).toEqual(['old', 'a', 'b']);
  await settle();
  expect(shown()).toEqual(held());
});

it('a first list that a later creation joined is fetched again after the earlier one, which may be done last', async () => {
  const { store, arrival, settle, create, held, shown } = await startCreations();
  const listing = store.dispatch(tasks.getList.fetch());
  const list = await arrival('GET /tasks');
  list.act();
  const [a, b] = [await create('a'), await create('b')];
  await b.land();
  list.respond();
  await listing;
  await a.land();
  await settle();

  expect(held()).toEqual(['old', 'b', 'a']);
  expect(shown()).toEqual(held());
});

it('a list that was fetched with a later creation keeps its order when the earlier one lands, without a refetch', async () => {
  const { done, settle, create, held, shown } = await startCreations();
  await done(tasks.getList.fetch());
  const [a, b] = [await create('a'), await create('b')];
  await b.land();
  await done(tasks.getList.fetch());
  await a.land();

  expect(shown()).toEqual(held());
  expect(await settle()).toEqual([]);
});
