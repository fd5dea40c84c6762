import { Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  isOpen = false;
  static key = 'LateLists.Task';
  static override process(input: never) {
    const { id, state } = input as { id: string; state: string };
    return { id, isOpen: state === 'open' };
  }
}
class Plain extends Entity {
  id = '';
  isOpen = false;
  static key = 'LateLists.Plain';
}
const Processed = resource({
  path: '/tasks/:id',
  searchParams: {} as { isOpen?: boolean },
  schema: Task,
  Endpoint: ApiEndpoint,
  belongs: (task: Task, { isOpen }) => isOpen === undefined || String(task.isOpen) === String(isOpen),
});
const Dropping = resource({
  path: '/plain/:id',
  searchParams: {} as { isOpen?: boolean },
  schema: Plain,
  Endpoint: ApiEndpoint,
  belongs: (task: Plain, { isOpen }) => isOpen === undefined || String(task.isOpen) === String(isOpen),
}).extend({ getList: { schemaFailurePolicy: 'drop' } });

it.each([
  ['processed', Processed, '/tasks'],
  ['beside one that was dropped', Dropping, '/plain'],
])('a late list leaves out what a later response shows not to belong: %s', async (_what, of, path) => {
  let state = 'done';
  const row = () => ({ id: '1', state, ...(path === '/plain' && { isOpen: state === 'open' }) });
  const { store, arrival, done, settle } = await startScript({
    [`GET ${path}`]: () => [{ title: 'no key', isOpen: false }, row()].slice(path === '/plain' ? 0 : 1),
    [`GET ${path}/:id`]: row,
  });
  await done(of.get.fetch({ id: '1' }));
  state = 'open';
  const listing = store.dispatch(of.getList.fetch({ isOpen: true }));
  const list = await arrival(`GET ${path}?isOpen=true`);
  list.act();
  state = 'done';
  const getting = store.dispatch(of.get.fetch({ id: '1' }));
  (await arrival(`GET ${path}/1`)).respond();
  await getting;
  list.respond();
  await listing;
  await settle();
  // About the dropped record.
  store.complaints.splice(0);

  expect(
    of.getList
      .select({ isOpen: true })(store.getState())
      .data?.map(({ id }) => id),
  ).toEqual([]);
});

class Card extends Entity {
  id = '';
  column = '';
  votes = 0;
  static key = 'LateLists.Card';
}
const Cards = resource({
  path: '/cards/:id',
  searchParams: {} as { column?: string },
  schema: Card,
  Endpoint: ApiEndpoint,
  optimistic: true,
  belongs: (card: Card, { column }) => column === undefined || card.column === column,
});
const vote = Cards.get.extend({
  name: 'LateLists.vote',
  path: '/cards/:id/vote',
  method: 'POST',
  body: undefined,
});

it('a list with an outdated version of a record leaves it out at once', async () => {
  let card = { id: '1', column: 'todo', votes: 0 };
  const { store, arrival, done, doubts } = await startScript({
    'GET /cards/:id': () => ({ ...card, column: 'done' }),
    'GET /cards': () => [card],
    'PATCH /cards/:id': () => card,
    'POST /cards/:id/vote': () => {
      card = { ...card, column: 'done', votes: 1 };
      return card;
    },
  });
  await done(Cards.get.fetch({ id: '1' }));
  const voting = store.dispatch(vote.fetch({ id: '1' }));
  const voted = await arrival('POST /cards/1/vote');
  const listing = store.dispatch(Cards.getList.fetch({ column: 'todo' }));
  const list = await arrival('GET /cards?column=todo');
  list.act();
  voted.respond();
  await voting;
  // While it is in flight, nothing is refetched.
  const change = store.dispatch(Cards.partialUpdate.fetch({ id: '1' }, { votes: 2 }));
  const changing = await arrival('PATCH /cards/1');
  list.respond();
  await listing;

  expect(Cards.get.select({ id: '1' })(store.getState()).data?.column).toBe('done');
  expect(Cards.getList.select({ column: 'todo' })(store.getState()).data).toEqual([]);
  expect(doubts()).toHaveProperty([Card.key, '1']);
  changing.respond();
  await change;
});
