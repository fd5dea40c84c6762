import { Endpoint, Entity, getSelectors, resource, type } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Person extends Entity {
  id = 0;
  name = '';
  company = { name: '' };
  tasks: readonly { text: string }[] = [];
  static key = 'AddressAndBody.Person';
}
class Task extends Entity {
  id = 0;
  status = '';
  votes = 0;
  static key = 'AddressAndBody.Task';
}
type Fields = Pick<Person, 'id' | 'name' | 'company' | 'tasks'>;

const getPerson = new ApiEndpoint({ path: '/people/:id', schema: Person, name: 'AddressAndBody.getPerson' });
const savePerson = new ApiEndpoint({
  path: '/people',
  method: 'PUT',
  schema: Person,
  body: type<Fields>(),
  name: 'AddressAndBody.savePerson',
  getOptimisticResponse: (_snapshot, body: Fields) => body,
});
const TaskResource = resource({ path: '/tasks/:id', schema: Task, Endpoint: ApiEndpoint });

const old = { id: 1, name: 'Ada', company: { name: 'Old' }, tasks: [{ text: 'old' }] };
const sent = { id: 1, name: 'Grace', company: { name: 'ACME' }, tasks: [{ text: 'new' }] };

it('an optimistic response that is the only argument shows its objects and lists', async () => {
  const api = await serve({ 'GET /people/:id': () => old, 'PUT /people': ({ body }) => body });
  const store = createTestStore();
  await store.dispatch(getPerson.fetch({ id: 1 }));
  const held = api.hold('PUT /people');

  const saving = store.dispatch(savePerson.fetch(sent));
  await held.arrived;

  expect(getSelectors(Person).selectById(store.getState(), 1)).toMatchObject(sent);
  await held.release();
  await saving;
});

it('does the same for an endpoint made from a function', async () => {
  await serve({ 'GET /people/:id': () => old });
  let respond!: (value: unknown) => void;
  const request = (_person: Fields) =>
    new Promise<unknown>(resolve => {
      respond = resolve;
    });
  const save = new Endpoint(request, {
    name: 'AddressAndBody.saveByFunction',
    sideEffect: true,
    schema: Person,
    getOptimisticResponse: (_snapshot, person: Fields) => person,
  });
  const store = createTestStore();
  await store.dispatch(getPerson.fetch({ id: 1 }));

  const saving = store.dispatch(save.fetch(sent));

  expect(getSelectors(Person).selectById(store.getState(), 1)).toMatchObject(sent);
  await Promise.resolve();
  respond(sent);
  await saving;
});

const byPath = TaskResource.partialUpdate.extend({
  path: '/tasks/:id/:status',
  method: 'POST',
  body: undefined,
  getOptimisticResponse: (_snapshot, params) => params as object,
});
const byQuery = TaskResource.partialUpdate.extend({
  name: 'AddressAndBody.byQuery',
  body: undefined,
  searchParams: type<{ status: string }>(),
  getOptimisticResponse: (_snapshot, params) => params as object,
});

it.each([
  ['the path', byPath, 'POST /tasks/:id/:status'],
  ['the query', byQuery, 'PATCH /tasks/:id'],
] as const)(
  'a field that %s sets after the key is shown, and kept when confirmed',
  async (_where, change, route) => {
    const api = await serve({ 'GET /tasks/:id': () => ({ id: 1, status: 'open' }), [route]: () => null });
    const store = createTestStore();
    await store.dispatch(TaskResource.get.fetch({ id: '1' }));
    const shown = () => getSelectors(Task).selectById(store.getState(), 1);
    const held = api.hold(route);

    const changing = store.dispatch(change.fetch({ id: '1', status: 'done' }));
    await held.arrived;

    expect(shown()).toMatchObject({ id: 1, status: 'done' });
    await held.release();
    await changing;
    expect(shown()).toMatchObject({ id: 1, status: 'done' });
  },
);
