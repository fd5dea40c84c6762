import { Collection, Entity } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class User extends Entity {
  id = '';
  static key = 'RestoredLists.User';
}
const watchers = new Collection([User], { nestKey: ({ id }: { id: string }) => ({ issue: id }) });
class Issue extends Entity {
  id = '';
  title = '';
  watchers: readonly User[] = [];
  static key = 'RestoredLists.Issue';
  static schema = { watchers };
}
const inIssue = { path: '/issues/:id', schema: Issue } as const;
const getIssue = new ApiEndpoint({ ...inIssue, name: 'restoredLists.get' });
const replace = new ApiEndpoint({
  ...inIssue,
  path: '/issues/:id/watchers',
  method: 'PUT',
  body: {} as { ids: readonly string[] },
  name: 'restoredLists.replace',
});
const replaceSaid = replace.extend({ writes: ['watchers'], name: 'restoredLists.replaceSaid' });
const rename = new ApiEndpoint({
  ...inIssue,
  method: 'PATCH',
  body: {} as { title: string },
  name: 'restoredLists.rename',
});
const replaceAlone = replace.extend({
  name: 'restoredLists.replaceAlone',
  schema: new Collection([User], { argsKey: ({ issue }: { issue: string }) => ({ issue }) }),
  path: '/watchers',
  searchParams: {} as { issue: string },
});
const unwatch = new ApiEndpoint({
  path: '/watchers/:id',
  searchParams: {} as { issue: string },
  method: 'DELETE',
  schema: watchers.remove,
  name: 'restoredLists.unwatch',
});

/** An issue with two watchers, one of which is removed while another mutation returns both, unchanged. */
async function start(
  isRemovedFirst: boolean,
  landsFirst: boolean,
  way: 'replace' | 'said' | 'alone' | 'rename',
) {
  let ids: readonly string[] = ['1', '2'];
  let title = 'a';
  const rows = () => ids.map(id => ({ id }));
  const issue = () => ({ id: '5', title, watchers: rows() });
  const put = (_params: object, body: { ids: readonly string[] }) => {
    ids = body.ids;
    return issue();
  };
  const { store, done, arrival, mount, settle, doubts } = await startScript({
    'GET /issues/:id': issue,
    'PATCH /issues/:id': (_params, body: { title: string }) => {
      title = body.title;
      return issue();
    },
    'PUT /issues/:id/watchers': put,
    'PUT /watchers': (params: object, body: { ids: readonly string[] }) => put(params, body).watchers,
    'DELETE /watchers/:id': ({ id }) => {
      ids = ids.filter(one => one !== id);
      return { id };
    },
  });
  await done(getIssue.fetch({ id: '5' }));
  mount(getIssue, { id: '5' });
  const send = {
    replace: [() => store.dispatch(replace.fetch({ id: '5' }, { ids })), 'PUT /issues/5/watchers'],
    said: [() => store.dispatch(replaceSaid.fetch({ id: '5' }, { ids })), 'PUT /issues/5/watchers'],
    alone: [() => store.dispatch(replaceAlone.fetch({ issue: '5' }, { ids })), 'PUT /watchers?issue=5'],
    rename: [() => store.dispatch(rename.fetch({ id: '5' }, { title: 'b' })), 'PATCH /issues/5'],
  } as const;
  const [begin, request] = send[way];
  const other = begin() as Promise<unknown>;
  const kept = await arrival(request);
  const removing = store.dispatch(unwatch.fetch({ id: '2', issue: '5' }));
  const removed = await arrival('DELETE /watchers/2?issue=5');
  for (const visit of isRemovedFirst ? [removed, kept] : [kept, removed]) visit.act();
  const flights = [[removed, removing] as const, [kept, other] as const];
  for (const [visit, response] of landsFirst ? flights : flights.toReversed()) {
    visit.respond();
    await response;
  }
  const isInDoubt = Object.keys(doubts()).length > 0;
  await settle();
  const shown = getIssue
    .select({ id: '5' })(store.getState())
    .data?.watchers.map(({ id }) => id);
  return { isInDoubt, shown, held: ids };
}

const ORDERS = [true, false].flatMap(first => [true, false].map(lands => [first, lands] as const));

it.each(
  (['replace', 'said', 'alone'] as const).flatMap(way => ORDERS.map(order => [way, ...order] as const)),
)(
  'a list that a mutation (%s) restores is in doubt if another one removed from it: that one is done first: %s, and lands first: %s',
  async (way, isRemovedFirst, landsFirst) => {
    const { isInDoubt, shown, held } = await start(isRemovedFirst, landsFirst, way);

    expect(shown).toEqual(held);
    expect(isInDoubt).toBe(true);
  },
);

it.each(ORDERS)(
  'a list in the response to a change of another field is not in doubt if another mutation removed from it: that one is done first: %s, and lands first: %s',
  async (isRemovedFirst, landsFirst) => {
    const { isInDoubt, shown, held } = await start(isRemovedFirst, landsFirst, 'rename');

    expect(shown).toEqual(held);
    expect(isInDoubt).toBe(false);
  },
);

it('notes on a list that many mutations return unchanged are bounded while a request hangs', async () => {
  const { store, done, arrival, settle } = await startScript({
    'GET /issues/:id': ({ id }) => ({ id, title: '', watchers: [] }),
    'PUT /issues/:id/watchers': ({ id }) => ({ id, title: '', watchers: [] }),
  });
  await done(getIssue.fetch({ id: '5' }));
  const hanging = store.dispatch(getIssue.fetch({ id: '6' }));
  const hangs = await arrival('GET /issues/6');
  for (let n = 0; n < 220; n++) {
    const replacing = store.dispatch(replace.fetch({ id: '5' }, { ids: [] }));
    (await arrival('PUT /issues/5/watchers')).respond();
    await replacing;
  }

  expect(store.getState().rdc.effects.length).toBeLessThan(110);
  hangs.respond();
  await hanging;
  await settle();
});
