import { CardResource, startCards } from '../overlap/cards';

const one = { id: '1' };
const open = { status: 'open' };
const { get, getList } = CardResource;
const partialUpdate = CardResource.partialUpdate.extend({
  concurrency: 'serial',
  name: 'DoubtfulQueue.change',
});
const remove = CardResource.delete.extend({ concurrency: 'serial', name: 'DoubtfulQueue.remove' });

const waiting = [
  ['the same field', { title: 'b' }, { title: 'c' }],
  ['other fields', { status: 'done' }, { title: 'c' }],
  ['fields that the first left alone', { status: 'done' }, { status: 'open' }],
] as const;

/** When the server applies a mutation whose response is a 504 or missing. */
const whens = ['before its response', 'after the others', 'never'] as const;

describe.each(waiting)('serial mutations of %s behind one with an unknown outcome', (_what, ...changes) => {
  it.each(whens)(
    'are each sent once, and the view matches the server, which applies the first %s',
    async when => {
      const { store, server, arrival, done, settle, mount, card, list, doubts, newRequests } =
        await startCards();
      await done(get.fetch(one));
      await done(getList.fetch(open));
      mount(get, one);
      mount(getList, open);
      const requests = newRequests();
      const outcomes = Promise.allSettled(
        [{ title: 'a' }, ...changes].map(change => store.dispatch(partialUpdate.fetch(one, change))),
      );
      const first = await arrival('PATCH /cards/1');
      if (when === 'before its response') first.act();
      first.respond(when === 'before its response' ? 'fail' : 'vanish');
      for (const _ of changes) (await arrival('PATCH /cards/1')).respond();
      if (when === 'after the others') first.act();
      const statuses = (await outcomes).map(({ status }) => status);
      const served = await settle();

      expect(statuses).toEqual(['rejected', 'fulfilled', 'fulfilled']);
      expect(card()).toMatchObject(server.rows.get('1') as object);
      expect(list('open')).toEqual(server.listed('open'));
      expect(requests().filter(request => request.startsWith('PATCH'))).toHaveLength(3);
      expect(served.length).toBeLessThanOrEqual(2);
      expect(doubts()).toEqual({});
      expect(store.getState().rdc).toMatchObject({ optimistic: [], effects: [] });
    },
  );
});

it.each(whens)('deletes a record behind an update in doubt, which the server applies %s', async when => {
  const { store, arrival, done, settle, mount, card, list, doubts } = await startCards();
  await done(get.fetch(one));
  await done(getList.fetch(open));
  mount(getList, open);
  const changing = store.dispatch(partialUpdate.fetch(one, { title: 'a' }));
  const removing = store.dispatch(remove.fetch(one));
  const first = await arrival('PATCH /cards/1');
  if (when === 'before its response') first.act();
  first.respond(when === 'before its response' ? 'fail' : 'vanish');
  await expect(changing).rejects.toThrow();
  (await arrival('DELETE /cards/1')).respond();
  await removing;
  const served = await settle();

  expect(card()).toBeUndefined();
  expect(list('open')).toEqual(['2']);
  expect(served.length).toBeLessThanOrEqual(1);
  expect(doubts()).toEqual({});
});
