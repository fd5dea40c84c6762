import { Collection, Entity, type } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Todo extends Entity {
  id = '';
  userId = '';
  static key = 'WholeAndOne.Todo';
}

const todos = new Collection([Todo], { nestKey: (user: { id: string }) => ({ userId: user.id }) });

class User extends Entity {
  id = '';
  name = '';
  todos: readonly Todo[] = [];
  static key = 'WholeAndOne.User';
  static schema = { todos };
}

const getUser = new ApiEndpoint({ path: '/users/:id', schema: User, name: 'wholeAndOne.get' });
const rename = new ApiEndpoint({
  path: '/users/:id',
  method: 'PATCH',
  body: type<{ name: string }>(),
  schema: User,
  name: 'wholeAndOne.rename',
});
const clear = new ApiEndpoint({
  path: '/users/:id/clear',
  method: 'POST',
  body: undefined,
  schema: User,
  name: 'wholeAndOne.clear',
});
const add = new ApiEndpoint({
  path: '/todos',
  body: type<{ userId: string }>(),
  schema: todos.push,
  name: 'wholeAndOne.add',
});
const take = new ApiEndpoint({
  path: '/users/:userId/todos/:id',
  method: 'DELETE',
  schema: todos.remove,
  name: 'wholeAndOne.take',
});

/** A user with two todos, whose list is on screen. */
async function start() {
  let ids = ['a', 'b'];
  let name = 'Ann';
  const user = () => ({ id: '1', name, todos: ids.map(id => ({ id, userId: '1' })) });
  const scripted = await startScript({
    'GET /users/:id': user,
    'PATCH /users/:id': (_params, body: { name: string }) => {
      name = body.name;
      return user();
    },
    'POST /users/:id/clear': () => {
      ids = ids.filter(id => id === 'b');
      return user();
    },
    'POST /todos': () => {
      ids.push('new');
      return { id: 'new', userId: '1' };
    },
    'DELETE /users/:userId/todos/:id': ({ id }) => {
      ids = ids.filter(other => other !== id);
      return { id, userId: '1' };
    },
  });
  await scripted.done(getUser.fetch({ id: '1' }));
  scripted.mount(getUser, { id: '1' });
  return {
    ...scripted,
    held: () => ids,
    shown: () =>
      getUser
        .select({ id: '1' })(scripted.store.getState())
        .data?.todos.map(({ id }) => id),
  };
}

const others = [
  ['put a record into it', 'POST /todos', add.fetch({ userId: '1' })],
  ['took one out of it', 'DELETE /users/1/todos/b', take.fetch({ userId: '1', id: 'b' })],
] as const;
const orders = ['the list', 'the other'] as const;

describe.each(others)(
  'a list that a mutation returns as a whole while another one %s',
  (_what, route, other) => {
    it.each(orders.flatMap(acts => orders.map(lands => [acts, lands] as const)))(
      'matches the server if %s is done first and %s lands first',
      async (acts, lands) => {
        const { store, arrival, settle, held, shown } = await start();
        const flights = {
          'the list': {
            done: store.dispatch(clear.fetch({ id: '1' })),
            visit: await arrival('POST /users/1/clear'),
          },
          'the other': {
            done: store.dispatch(other as never) as Promise<unknown>,
            visit: await arrival(route),
          },
        };
        const first = <T>(order: string, [one, another]: readonly [T, T]) =>
          order === orders[0] ? [one, another] : [another, one];
        const both = [flights['the list'], flights['the other']] as const;
        for (const { visit } of first(acts, both)) visit.act();
        for (const { visit, done } of first(lands, both)) {
          visit.respond();
          await done;
        }
        await settle();

        expect(shown()).toEqual(held());
      },
    );

    it('is not in doubt if the mutation only included it', async () => {
      const { store, arrival, settle, newRequests, held, shown } = await start();
      const requests = newRequests();
      const renaming = store.dispatch(rename.fetch({ id: '1' }, { name: 'Bea' }));
      const patch = await arrival('PATCH /users/1');
      patch.act();
      const changing = store.dispatch(other as never) as Promise<unknown>;
      const visit = await arrival(route);
      visit.respond();
      await changing;
      patch.respond();
      await renaming;
      await settle();

      expect(shown()).toEqual(held());
      expect(requests()).toEqual(['PATCH /users/1', route]);
    });
  },
);
