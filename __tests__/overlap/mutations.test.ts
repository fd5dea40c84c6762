import { Controller, Entity, resource } from 'rdc-toolkit';
import { tableToRecord } from '../../lib/tables/iterate';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { Card, CardResource, plain, startCards } from './cards';
import type { Visit } from './scriptedRoutes';
import type { Row } from './scriptedServer';

const { get, getList, partialUpdate, update, vote } = CardResource;
const one = { id: '1' };

const compared: unknown[] = [];

class Watched extends Card {
  static override key = 'Overlap.Watched';
  static override shouldReorder(existingMeta: object, incomingMeta: object) {
    compared.push([existingMeta, incomingMeta]);
    return false;
  }
}

/** Has a field with the name that marks a file in a log. */
class Shape extends Entity {
  id = '';
  title = '';
  kind = '';
  $type = '';
  static key = 'Overlap.Shape';
}
const ShapeResource = resource({ path: '/shapes/:id', schema: Shape, Endpoint: ApiEndpoint });

/** Responds with the title alone. */
const titled = plain.rename.extend({
  name: 'Overlap.titled',
  process: ({ id, title }: Row) => ({ id, title }),
});

/** Both orders in which two responses can land. */
const ORDERS = [
  ['in the order in which they left', <T>(first: T, second: T): readonly [T, T] => [first, second]],
  ['in the other order', <T>(first: T, second: T): readonly [T, T] => [second, first]],
] as const;

/**
 * Sends a new title, and then requests the list of the card: the server acts on both when it is told to.
 *
 * @param meanwhile runs once the new title has arrived, before the list is requested
 */
async function renameBesideList(
  { store, arrival }: Awaited<ReturnType<typeof startCards>>,
  meanwhile: (change: Visit) => void = () => {},
) {
  const renaming = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
  const change = await arrival('PATCH /cards/1');
  meanwhile(change);
  const reading = store.dispatch(getList.fetch({ status: 'open' }));
  const poll = await arrival('GET /cards?status=open');
  return { change, poll, ended: Promise.all([renaming, reading]) };
}

describe('without overlap', () => {
  it('lets the later request win field by field, without a refetch', async () => {
    const { done, mount, card, settle, newRequests } = await startCards();
    await done(get.fetch(one));
    mount(get, one);
    const requests = newRequests();

    await done(partialUpdate.fetch(one, { title: 'a' }));
    await done(partialUpdate.fetch(one, { status: 'done' }));
    await settle();

    expect(card()).toMatchObject({ title: 'a', status: 'done', version: 2 });
    expect(requests()).toEqual(['PATCH /cards/1', 'PATCH /cards/1']);
  });

  it.each(ORDERS)(
    'lets the later of two reads win when they land %s, without doubt',
    async (_order, ordered) => {
      const { server, store, arrival, card, mount, settle, newRequests, doubts } = await startCards();
      const list = store.dispatch(getList.fetch({ status: 'open' }));
      const early = await arrival('GET /cards?status=open');
      early.act();
      server.write('1', { title: 'later' });
      const single = store.dispatch(get.fetch(one));
      const late = await arrival('GET /cards/1');
      late.act();
      const requests = newRequests();

      for (const visit of ordered(early, late)) {
        visit.respond();
        await Promise.race([list, single]);
      }
      await Promise.all([list, single]);
      mount(get, one);
      await settle();

      expect(card()).toMatchObject({ title: 'later', version: 1 });
      expect([doubts(), requests()]).toEqual([{}, []]);
    },
  );

  it('lets the latest of three reads win, though the earliest repeats old data', async () => {
    const { server, store, arrival, done, card, settle } = await startCards();
    await done(get.fetch(one));
    const other = store.dispatch(partialUpdate.fetch({ id: '2' }, { title: 'other' }));
    const reads = [
      store.dispatch(getList.fetch({ status: 'open' })),
      store.dispatch(getList.fetch({ status: '' })),
      store.dispatch(get.fetch(one)),
    ] as const;
    const early = await arrival('GET /cards?status=open');
    const middle = await arrival('GET /cards?status=');
    const late = await arrival('GET /cards/1');
    middle.act();
    server.write('1', { title: 'newer' });

    late.respond();
    await reads[2];
    early.respond();
    await reads[0];
    middle.respond();
    await reads[1];

    expect(card()?.title).toBe('newer');
    await settle();
    await other;
  });

  it('orders a stream message and a read by their numbers alone', async () => {
    const { server, store, arrival, done, card, controller, settle, doubts } = await startCards();
    await done(get.fetch(one));
    const read = store.dispatch(get.fetch(one));
    const visit = await arrival('GET /cards/1');
    visit.act();
    server.write('1', { title: 'streamed' });
    controller.set(CardResource.get.schema, one, server.rows.get('1') as never);
    visit.respond();
    await read;

    expect([card()?.title, doubts(), await settle()]).toEqual(['streamed', {}, []]);
  });
});

describe('what does not overlap, though another request is in flight', () => {
  it('casts no doubt if a mutation left after the response to another', async () => {
    const { store, arrival, card, doubts } = await startCards();
    const slow = store.dispatch(partialUpdate.fetch({ id: '2' }, { title: 'slow' }));
    const last = await arrival('PATCH /cards/2');
    for (const title of ['a', 'b']) {
      const change = store.dispatch(partialUpdate.fetch(one, { title }));
      (await arrival('PATCH /cards/1')).respond();
      await change;
    }

    expect([card()?.title, doubts()]).toEqual(['b', {}]);
    last.respond();
    await slow;
    expect(doubts()).toEqual({});
  });

  it('casts no doubt if a message brings what a mutation in flight writes', async () => {
    const { server, store, arrival, done, card, controller, doubts } = await startCards();
    await done(get.fetch(one));
    const change = store.dispatch(plain.rename.fetch(one, { title: 'mine' }));
    const visit = await arrival('PATCH /cards/1');
    visit.act();
    controller.set(get.schema, one, server.rows.get('1') as never);
    visit.respond();
    await change;

    expect([card()?.title, doubts()]).toEqual(['mine', {}]);
  });

  it('ends as the server if a read may show either of two mutations that sent the same', async () => {
    const { server, store, arrival, done, settle, mount, card } = await startCards();
    await done(get.fetch(one));
    mount(get, one);
    const changes: Promise<unknown>[] = [store.dispatch(partialUpdate.fetch(one, { title: 'c' }))];
    const first = await arrival('PATCH /cards/1');
    changes.push(store.dispatch(update.fetch(one, { title: 'c', votes: 1 })));
    const second = await arrival('PUT /cards/1');
    second.act();
    const read = store.dispatch(getList.fetch({ status: 'open' }));
    (await arrival('GET /cards?status=open')).respond();
    await read;
    first.respond();
    await changes[0];
    second.respond();
    await Promise.all(changes);
    await settle();

    expect(card()).toEqual(server.rows.get('1'));
  });

  it.each([
    ['a message', 'before'],
    ['a poll', 'before'],
    ['a poll', 'after'],
  ])(
    'ends as the server when %s shows a later change by someone else, landing %s the response',
    async (what, when) => {
      const { server, store, arrival, done, settle, mount, card, controller, newRequests } =
        await startCards();
      await done(get.fetch(one));
      mount(get, one);
      const requests = newRequests();
      const change = store.dispatch(titled.fetch(one, { title: 'mine' }));
      const visit = await arrival('PATCH /cards/1');
      visit.act();
      server.write('1', { title: 'theirs' });
      const land = async () => {
        visit.respond();
        await change;
      };
      if (what === 'a message') controller.set(Card, one, { id: '1', title: 'theirs' });
      else {
        const read = store.dispatch(get.fetch(one));
        const poll = await arrival('GET /cards/1');
        poll.act();
        if (when === 'after') await land();
        poll.respond();
        await read;
      }
      if (when === 'before') await land();
      await settle();

      expect(card()?.title).toBe('theirs');
      expect(requests()).toHaveLength(what === 'a message' ? 2 : 3);
    },
  );

  it('casts no doubt if an earlier read shows an earlier change by someone else', async () => {
    const { server, store, arrival, done, card, doubts } = await startCards();
    const getTitle = get.extend({
      name: 'Overlap.getTitle',
      process: ({ id, title }: Row) => ({ id, title }),
    });
    await done(getTitle.fetch(one));
    const read = store.dispatch(getTitle.fetch(one));
    const poll = await arrival('GET /cards/1');
    server.write('1', { title: 'of another person' });
    poll.act();
    const change = store.dispatch(titled.fetch(one, { title: 'mine' }));
    const visit = await arrival('PATCH /cards/1');
    visit.respond();
    await change;
    poll.respond();
    await read;

    expect([card()?.title, doubts()]).toEqual(['mine', {}]);
  });
});

it('lets the later of two reads win in fields that an overlapping mutation did not return', async () => {
  const { server, store, arrival, done, card } = await startCards();
  const list = store.dispatch(getList.fetch({ status: 'open' }));
  const early = await arrival('GET /cards?status=open');
  early.act();
  server.write('1', { votes: 5 });
  await done(get.fetch(one));
  const change = store.dispatch(titled.fetch(one, { title: 'mine' }));
  (await arrival('PATCH /cards/1')).respond();
  await change;
  early.respond();
  await list;

  expect(card()).toMatchObject({ title: 'mine', votes: 5 });
});

describe('two mutations that overlap', () => {
  it.each(ORDERS)(
    'cast doubt if both wrote one field, even if they return nothing else, landing %s',
    async (_order, ordered) => {
      const { store, arrival, doubts } = await startCards();
      const getTitle = get.extend({
        name: 'Overlap.getTitleAlone',
        process: ({ id, title }: Row) => ({ id, title }),
      });
      const read = store.dispatch(getTitle.fetch(one));
      (await arrival('GET /cards/1')).respond();
      await read;
      const changes = ['a', 'b'].map(title => store.dispatch(titled.fetch(one, { title })));
      const [first, second] = [await arrival('PATCH /cards/1'), await arrival('PATCH /cards/1')];

      for (const visit of ordered(first, second)) {
        visit.respond();
        await Promise.race(changes);
      }
      await Promise.all(changes);

      expect(doubts()).toEqual({ 'Overlap.Card': { 1: expect.any(Number) } });
    },
  );

  it.each(ORDERS)(
    'keep both fields if the second overtakes the first and they land %s',
    async (_order, ordered) => {
      const { server, store, arrival, done, card } = await startCards();
      await done(get.fetch(one));
      const first = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
      const early = await arrival('PATCH /cards/1');
      const second = store.dispatch(partialUpdate.fetch(one, { status: 'done' }));
      const late = await arrival('PATCH /cards/1');

      late.act();
      early.act();
      for (const visit of ordered(early, late)) visit.respond();

      expect((await first).title).toBe('mine');
      expect((await second).status).toBe('done');
      expect(card()).toMatchObject({ title: 'mine', status: 'done' });
      expect(server.rows.get('1')).toMatchObject({ title: 'mine', status: 'done' });
    },
  );

  it('keep both fields if the response for another record lands between theirs', async () => {
    const { store, arrival, done, card } = await startCards();
    await done(get.fetch(one));
    const first = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
    const early = await arrival('PATCH /cards/1');
    const second = store.dispatch(partialUpdate.fetch(one, { status: 'done' }));
    const late = await arrival('PATCH /cards/1');
    const other = store.dispatch(partialUpdate.fetch({ id: '2' }, { title: 'other' }));
    const between = await arrival('PATCH /cards/2');
    late.act();

    early.respond();
    await first;
    between.respond();
    await other;
    late.respond();
    await second;

    expect(card()).toMatchObject({ title: 'mine', status: 'done' });
  });

  it.each(ORDERS)('keep both fields without optimistic updates, landing %s', async (_order, ordered) => {
    const { store, arrival, done, card } = await startCards();
    await done(get.fetch(one));
    const first = store.dispatch(plain.rename.fetch(one, { title: 'mine' }));
    const early = await arrival('PATCH /cards/1');
    const second = store.dispatch(plain.rename.fetch(one, { status: 'done' }));
    const late = await arrival('PATCH /cards/1');

    late.act();
    early.act();
    for (const visit of ordered(early, late)) visit.respond();
    await Promise.all([first, second]);

    expect(card()).toMatchObject({ title: 'mine', status: 'done', version: 2 });
  });

  it.each(ORDERS)('undo nothing with the response to a vote, landing %s', async (_order, ordered) => {
    const { store, arrival, done, card } = await startCards();
    await done(get.fetch(one));
    const renaming = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
    const change = await arrival('PATCH /cards/1');
    const voting = store.dispatch(vote.fetch(one));
    const echo = await arrival('POST /cards/1/vote');

    echo.act();
    change.act();
    for (const visit of ordered(change, echo)) visit.respond();
    await Promise.all([voting, renaming]);

    expect(card()).toMatchObject({ title: 'mine', votes: 1 });
  });

  it.each(ORDERS)(
    'of one field end with the last to leave, in doubt, landing %s',
    async (_order, ordered) => {
      const { store, arrival, done, card, doubts } = await startCards();
      await done(get.fetch(one));
      const first = store.dispatch(partialUpdate.fetch(one, { title: 'a' }));
      const early = await arrival('PATCH /cards/1');
      const second = store.dispatch(partialUpdate.fetch(one, { title: 'b' }));
      const late = await arrival('PATCH /cards/1');
      for (const visit of [early, late]) visit.act();

      for (const visit of ordered(early, late)) visit.respond();
      await Promise.all([first, second]);

      expect(card()?.title).toBe('b');
      expect(doubts()).toEqual({ 'Overlap.Card': { 1: expect.any(Number) } });
    },
  );

  it.each(ORDERS)(
    'of one field stay in doubt if a message shows the value first, landing %s',
    async (_order, ordered) => {
      const { server, store, arrival, done, card, list, controller, mount, settle } = await startCards();
      for (const status of ['open', 'done']) {
        await done(getList.fetch({ status }));
        mount(getList, { status });
      }
      const messages: Row[] = [];
      server.onChange = row => messages.push(row as Row);
      const first = store.dispatch(getList.move.fetch(one, { status: 'done' }));
      const early = await arrival('PATCH /cards/1');
      const second = store.dispatch(getList.move.fetch(one, { status: 'open' }));
      const late = await arrival('PATCH /cards/1');
      late.act();
      early.act();
      const [next, last] = ordered([early, first] as const, [late, second] as const);

      next[0].respond();
      await next[1];
      controller.set(CardResource.get.schema, one, messages[last[0] === late ? 0 : 1] as never);
      last[0].respond();
      await settle();

      expect([card()?.status, list('open'), list('done')]).toEqual(['done', ['2'], ['3', '1']]);
    },
  );

  it('that write the same value of a field cast no doubt on it', async () => {
    const { store, arrival, done, card, doubts } = await startCards();
    await done(get.fetch(one));
    const both = [1, 2].map(() => store.dispatch(titled.fetch(one, { title: 'same' })));
    const [early, late] = [await arrival('PATCH /cards/1'), await arrival('PATCH /cards/1')];
    for (const visit of [early, late]) visit.respond();
    await Promise.all(both);

    expect([card()?.title, doubts()]).toEqual(['same', {}]);
  });

  it('rank the response that shows the other write as later, without doubt', async () => {
    const { store, arrival, done, card, mount, settle, newRequests, doubts } = await startCards();
    await done(get.fetch(one));
    mount(get, one);
    const first = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
    const early = await arrival('PATCH /cards/1');
    const second = store.dispatch(partialUpdate.fetch(one, { status: 'done' }));
    const late = await arrival('PATCH /cards/1');
    const requests = newRequests();
    early.act();
    late.act();
    late.respond();
    await second;
    early.respond();
    await first;
    await settle();

    // The second response shows the first one's title: its version is the later one.
    expect(card()).toMatchObject({ title: 'mine', status: 'done', version: 2 });
    expect([doubts(), requests()]).toEqual([{}, []]);
  });

  it('cast doubt on a field that neither wrote if the responses do not tell which is later', async () => {
    const { server, store, arrival, done, card, doubts } = await startCards();
    await done(get.fetch(one));
    const first = store.dispatch(vote.extend({ name: 'Overlap.touch', writes: ['votes'] }).fetch(one));
    const early = await arrival('POST /cards/1/vote');
    const second = store.dispatch(partialUpdate.fetch(one, { title: '1' }));
    const late = await arrival('PATCH /cards/1');
    early.act();
    server.write('1', { votes: 0 });
    late.act();
    early.respond();
    await first;
    late.respond();
    await second;

    // The title is unchanged and the vote is not visible, so the last to land counts.
    expect(card()).toMatchObject({ title: '1', version: 3 });
    expect(doubts()).toEqual({ 'Overlap.Card': { 1: expect.any(Number) } });
  });
});

describe('what a mutation writes', () => {
  const touch = vote.extend({ name: 'Overlap.writes', writes: ['votes'] });

  it('is what its endpoint declares, before anything else', async () => {
    const { server, store, arrival, done, card } = await startCards();
    await done(get.fetch(one));
    const voting = store.dispatch(touch.fetch(one));
    const echo = await arrival('POST /cards/1/vote');
    const replacing = store.dispatch(plain.rename.fetch(one, { title: 'mine' }));
    const change = await arrival('PATCH /cards/1');
    change.act();
    server.write('1', { title: 'theirs' });
    echo.act();
    echo.respond();
    await voting;
    change.respond();
    await replacing;

    expect(card()).toMatchObject({ title: 'mine', votes: 1 });
  });

  it('can be derived from its arguments', async () => {
    const seen: unknown[] = [];
    const told = vote.extend({
      name: 'Overlap.told',
      writes: (params: { readonly id: string }) => {
        seen.push(params);
        return ['votes'];
      },
    });
    const { store, arrival, done, card } = await startCards();
    await done(get.fetch(one));
    const voting = store.dispatch(told.fetch(one));
    const echo = await arrival('POST /cards/1/vote');
    const renaming = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
    const change = await arrival('PATCH /cards/1');
    change.act();
    echo.act();
    change.respond();
    await renaming;
    echo.respond();
    await voting;

    expect(seen).toContainEqual(one);
    expect(card()).toMatchObject({ title: 'mine', votes: 1 });
  });

  it('is what its optimistic response changes, not a field sent unchanged if responses tell', async () => {
    const { store, arrival, done, card, doubts } = await startCards();
    await done(get.fetch(one));
    const replacing = store.dispatch(update.fetch(one, { title: '1', votes: 5 } as never));
    const whole = await arrival('PUT /cards/1');
    const renaming = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
    const part = await arrival('PATCH /cards/1');
    whole.act();
    part.act();
    part.respond();
    await renaming;
    whole.respond();
    await replacing;

    expect(card()).toMatchObject({ title: 'mine', votes: 5 });
    expect(doubts()).toEqual({});
  });

  it.each(['first', 'last'])(
    'includes a field sent unchanged that shows another value, in doubt if it lands %s',
    async landsAs => {
      const { store, arrival, done, settle, card, server, mount: mountCard } = await startCards();
      await done(get.fetch(one));
      mountCard(get, one);
      // Both send both fields. The server processes the second one first.
      const restoring = store.dispatch(update.fetch(one, { title: 'b', votes: 0 } as never));
      const restore = await arrival('PUT /cards/1');
      const raising = store.dispatch(update.fetch(one, { title: 'b', votes: 1 } as never));
      const raise = await arrival('PUT /cards/1');
      raise.act();
      restore.act();
      for (const visit of landsAs === 'first' ? [restore, raise] : [raise, restore]) {
        visit.respond();
        await (visit === restore ? restoring : raising);
      }
      await settle();

      expect(server.rows.get('1')).toMatchObject({ votes: 0 });
      expect(card()).toEqual(server.rows.get('1'));
    },
  );

  it.each(['kind', '$type'])('is what its body contains, even a field named %s', async name => {
    let shape: object = { id: '1', title: 'old', [name]: 'Circle' };
    const api = await serve({
      'GET /shapes/:id': () => shape,
      'PATCH /shapes/:id': ({ body }) => {
        shape = { ...shape, ...(body as object) };
        return shape;
      },
    });
    const store = createTestStore();
    const controller = new Controller(store);
    await controller.fetch(ShapeResource.get, { id: '1' });
    const [one, two] = [api.hold('PATCH /shapes/1'), api.hold('PATCH /shapes/1')];
    const first = controller.fetch(ShapeResource.partialUpdate, { id: '1' }, { title: 'new' });
    await one.arrived;
    const body = { title: 'old', [name]: 'Circle' };
    const second = controller.fetch(ShapeResource.partialUpdate, { id: '1' }, body);
    await two.arrived;
    await two.release();
    await second;
    await one.release();
    await first;

    expect(controller.get(Shape, { id: '1' })).toMatchObject(shape);
  });

  it('is what its body contains of the declared fields, without an optimistic update', async () => {
    const { store, arrival, done, card, doubts } = await startCards();
    await done(get.fetch(one));
    const first = store.dispatch(plain.rename.fetch(one, { title: 'mine', secret: 'x' } as never));
    const early = await arrival('PATCH /cards/1');
    const second = store.dispatch(plain.rename.fetch(one, { status: 'done', secret: 'y' } as never));
    const late = await arrival('PATCH /cards/1');
    late.act();
    early.act();
    late.respond();
    await second;
    early.respond();
    await first;

    expect(card()).toMatchObject({ title: 'mine', status: 'done' });
    expect(doubts()).toEqual({});
  });

  it('is the difference from the record as it left, if nothing else tells', async () => {
    const { server, store, arrival, done, card, settle, mount } = await startCards();
    await done(get.fetch(one));
    mount(get, one);
    const voting = store.dispatch(vote.fetch(one));
    const echo = await arrival('POST /cards/1/vote');
    echo.act();
    const renaming = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
    const change = await arrival('PATCH /cards/1');
    change.act();
    change.respond();
    await renaming;
    echo.respond();
    await voting;
    expect(card()).toMatchObject({ title: 'mine', votes: 1 });

    // A version differs too, so it counts as written, and its final value is in doubt.
    expect(await settle()).toEqual(['GET /cards/1']);
    expect(card()).toEqual(server.rows.get('1'));
  });

  it.each(ORDERS)(
    'can be told by a later response that shows another write, landing %s',
    async (_order, ordered) => {
      const { server, store, arrival, done, card, mount, settle } = await startCards();
      server.write('1', { votes: 1 });
      await done(get.fetch(one));
      mount(get, one);
      const changing = store.dispatch(update.fetch(one, { title: 'mine', votes: 0 }));
      const change = await arrival('PUT /cards/1');
      const voting = store.dispatch(vote.fetch(one));
      const echo = await arrival('POST /cards/1/vote');
      change.act();
      echo.act();

      for (const visit of ordered(change, echo)) visit.respond();
      await Promise.all([changing, voting]);
      await settle();

      expect(card()).toMatchObject({ title: 'mine', votes: 1 });
    },
  );
});

/** Lets the responses land one after the other. */
async function landInTurn(landings: readonly (readonly [visit: Visit, landed: Promise<unknown>])[]) {
  for (const [visit, landed] of landings) {
    visit.respond();
    await landed;
  }
}

describe('a read that overlapped a mutation', () => {
  it('leaves a doubt if it disagrees with the mutation, though it repeats an earlier read', async () => {
    const { server, store, arrival, done, card, doubts } = await startCards();
    await done(get.fetch(one));
    const other = store.dispatch(partialUpdate.fetch({ id: '2' }, { title: 'other' }));
    const otherChange = await arrival('PATCH /cards/2');
    const reads = [
      store.dispatch(getList.fetch({ status: 'open' })),
      store.dispatch(get.fetch(one)),
    ] as const;
    const visits = [await arrival('GET /cards?status=open'), await arrival('GET /cards/1')] as const;
    for (const visit of visits) visit.act();
    visits[0].respond();
    await reads[0];
    const renaming = store.dispatch(plain.rename.fetch(one, { title: 'mine' }));
    const change = await arrival('PATCH /cards/1');
    server.write('1', { votes: 5 });
    change.act();

    visits[1].respond();
    await reads[1];
    change.respond();
    await renaming;

    expect(card()).toMatchObject({ title: 'mine', votes: 5 });
    expect(doubts()).toHaveProperty([Card.key, '1']);
    otherChange.respond();
    await other;
  });

  it('does not rank as later if a mutation that was cut off may have written what it shows', async () => {
    const { server, store, arrival, done, mount, card, settle } = await startCards();
    await done(get.fetch(one));
    mount(get, one);
    const saving = [store.dispatch(plain.rename.fetch(one, { title: 'mine' }))];
    const first = await arrival('PATCH /cards/1');
    saving.push(store.dispatch(plain.rename.fetch(one, { title: 'mine' })));
    const second = await arrival('PATCH /cards/1');
    first.respond('cut');
    await saving[0]?.catch(() => {});
    const reading = store.dispatch(get.fetch(one));
    const poll = await arrival('GET /cards/1');
    poll.respond();
    await reading;
    second.respond();
    await saving[1];
    await settle();

    expect(card()).toEqual(server.rows.get('1'));
  });

  it.each(ORDERS)(
    'casts no doubt if it shows old values of fields known only from the response, landing %s',
    async (_order, ordered) => {
      const { store, arrival, done, card, doubts } = await startCards();
      await done(get.fetch(one));
      const read = store.dispatch(get.fetch(one));
      const poll = await arrival('GET /cards/1');
      poll.act();
      const voting = store.dispatch(vote.fetch(one));
      const echo = await arrival('POST /cards/1/vote');
      for (const visit of ordered(poll, echo)) {
        visit.respond();
        await (visit === poll ? read : voting);
      }

      expect(card()).toMatchObject({ votes: 1, version: 1 });
      expect(doubts()).toEqual({});
    },
  );

  it.each(ORDERS)(
    'does not undo the write, and loses if it cannot have seen it, landing %s',
    async (_order, ordered) => {
      const cards = await startCards();
      const { done, card } = cards;
      await done(get.fetch(one));
      const { change, poll, ended } = await renameBesideList(cards);
      poll.act();
      change.act();

      for (const visit of ordered(change, poll)) visit.respond();
      await ended;

      // Not half of each version.
      expect(card()).toEqual({ id: '1', title: 'mine', status: 'open', votes: 0, version: 1 });
    },
  );

  it.each(ORDERS)('wins in all other fields if it shows the write, landing %s', async (_order, ordered) => {
    const cards = await startCards();
    const { server, done, card, doubts } = cards;
    await done(get.fetch(one));
    const { change, poll, ended } = await renameBesideList(cards, change => {
      change.act();
      server.write('1', { votes: 7 });
    });
    poll.act();

    for (const visit of ordered(change, poll)) visit.respond();
    await ended;

    expect(card()).toEqual({ id: '1', title: 'mine', status: 'open', votes: 7, version: 2 });
    // Others may have written the same title, and their other changes, before the mutation.
    expect(Object.keys(doubts())).toEqual([Card.key]);
  });

  it.each(ORDERS)(
    'is in no doubt if it shows the write and nothing else, landing %s',
    async (_order, ordered) => {
      const cards = await startCards();
      const { done, card, doubts } = cards;
      await done(get.fetch(one));
      const { change, poll, ended } = await renameBesideList(cards, change => change.act());

      for (const visit of ordered(change, poll)) visit.respond();
      await ended;

      expect(card()).toEqual({ id: '1', title: 'mine', status: 'open', votes: 0, version: 1 });
      expect(doubts()).toEqual({});
    },
  );

  it.each(ORDERS)(
    'is refetched if others wrote the same before the mutation, landing %s',
    async (_order, ordered) => {
      const cards = await startCards();
      const { server, done, card, mount, settle, newRequests } = cards;
      await done(get.fetch(one));
      mount(get, one);
      const requests = newRequests();
      const { change, poll, ended } = await renameBesideList(cards, () =>
        server.write('1', { title: 'mine', votes: 7 }),
      );
      poll.act();
      change.act();

      for (const visit of ordered(change, poll)) visit.respond();
      await ended;
      await settle();

      expect(card()).toEqual(server.rows.get('1'));
      expect(requests()).toEqual(['PATCH /cards/1', 'GET /cards?status=open', 'GET /cards/1']);
    },
  );

  it('is refetched if others wrote the same before the mutation, and a message reports that', async () => {
    const { server, store, arrival, done, card, mount, settle } = await startCards();
    await done(get.fetch(one));
    mount(get, one);
    const renaming = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
    const change = await arrival('PATCH /cards/1');
    server.write('1', { title: 'mine', votes: 7 });
    new Controller(store).set(Card, one, { ...server.rows.get('1') } as never);
    change.respond();
    await renaming;
    await settle();

    expect(card()).toEqual(server.rows.get('1'));
  });

  it('wins if it shows a write that was not overwritten since', async () => {
    const { server, store, arrival, done, card, settle } = await startCards();
    await done(get.fetch(one));
    const first = store.dispatch(partialUpdate.fetch(one, { title: 'a', status: 'done' }));
    const firstVisit = await arrival('PATCH /cards/1');
    const second = store.dispatch(titled.fetch(one, { title: 'b' }));
    const secondVisit = await arrival('PATCH /cards/1');
    const read = store.dispatch(get.fetch(one));
    const visit = await arrival('GET /cards/1');
    firstVisit.respond();
    await first;
    secondVisit.respond();
    await second;
    server.write('1', { votes: 5 });
    visit.respond();
    await read;

    expect(card()?.votes).toBe(5);
    await settle();
  });

  it('does not undo the write if another read showed it before the response', async () => {
    const { server, store, arrival, done, card, mount, settle } = await startCards();
    await done(getList.fetch({ status: 'open' }));
    mount(getList, { status: 'open' });
    const reading = store.dispatch(get.fetch(one));
    const early = await arrival('GET /cards/1');
    const renaming = store.dispatch(plain.rename.fetch(one, { title: 'mine' }));
    const change = await arrival('PATCH /cards/1');
    const polling = store.dispatch(getList.fetch({ status: 'open' }));
    const poll = await arrival('GET /cards?status=open');
    poll.act();
    change.act();
    early.act();

    await landInTurn([
      [early, reading],
      [change, renaming],
      [poll, polling],
    ]);
    await settle();

    expect(card()).toEqual(server.rows.get('1'));
  });

  it('does not undo the write if another early read has landed since the response', async () => {
    const { server, store, arrival, done, card, mount, settle } = await startCards();
    await done(getList.fetch({ status: 'open' }));
    mount(getList, { status: 'open' });
    const reading = store.dispatch(get.fetch(one));
    const early = await arrival('GET /cards/1');
    const voting = store.dispatch(vote.fetch(one));
    const change = await arrival('POST /cards/1/vote');
    const polling = store.dispatch(getList.fetch({ status: 'open' }));
    const poll = await arrival('GET /cards?status=open');
    for (const visit of [early, poll, change]) visit.act();

    await landInTurn([
      [change, voting],
      [early, reading],
      [poll, polling],
    ]);
    await settle();

    expect(card()).toEqual(server.rows.get('1'));
  });

  it('does not undo a message that came after it, though a mutation showed the same', async () => {
    const { server, store, controller, arrival, done, card } = await startCards();
    await done(get.fetch(one));
    const reading = store.dispatch(get.fetch(one));
    const read = await arrival('GET /cards/1');
    const changing = store.dispatch(partialUpdate.fetch(one, { status: 'done' }));
    const change = await arrival('PATCH /cards/1');
    change.act();
    server.write('1', { title: 'between' });
    read.act();
    server.write('1', { title: '1' });
    controller.set(Card, one, server.rows.get('1') as Card);
    change.respond();
    await changing;
    read.respond();
    await reading;

    expect(card()).toEqual(server.rows.get('1'));
  });

  it('casts doubt if it may have seen either of two mutations that wrote the same', async () => {
    const { server, store, arrival, done, card, mount, settle } = await startCards();
    await done(get.fetch(one));
    mount(get, one);
    const changing = [1, 2].map(() => store.dispatch(plain.rename.fetch(one, { title: 'mine' })));
    const [first, second] = [await arrival('PATCH /cards/1'), await arrival('PATCH /cards/1')];
    const reading = store.dispatch(getList.fetch({ status: 'open' }));
    const poll = await arrival('GET /cards?status=open');
    for (const visit of [second, poll, first]) visit.act();

    await landInTurn([
      [first, changing[0] as Promise<unknown>],
      [poll, reading],
      [second, changing[1] as Promise<unknown>],
    ]);
    await settle();

    expect(card()).toEqual(server.rows.get('1'));
  });

  it.each(ORDERS)(
    'does not rank as later for a value that is new to the store, landing %s',
    async (_order, ordered) => {
      const { server, store, arrival, card, mount, settle, doubts } = await startCards();
      const reading = store.dispatch(getList.fetch({ status: 'open' }));
      mount(getList, { status: 'open' });
      const poll = await arrival('GET /cards?status=open');
      poll.act();
      // The written value was there already, and nothing of the record is stored yet.
      const saving = store.dispatch(plain.rename.fetch(one, { title: '1' }));
      const change = await arrival('PATCH /cards/1');
      const landed = new Map<Visit, Promise<unknown>>([
        [poll, reading],
        [change, saving],
      ]);

      await landInTurn(ordered(change, poll).map(visit => [visit, landed.get(visit)] as never));
      expect(card()).toMatchObject({ version: 1 });
      await settle();

      expect(card()).toEqual(server.rows.get('1'));
      expect(doubts()).toEqual({});
    },
  );

  it('does not rank as later for a field that a summary left out', async () => {
    const { server, store, arrival, controller, card, mount, settle, doubts } = await startCards();
    controller.set(CardResource.get.schema, { id: '1', title: '1' });
    mount(get, one);
    const reading = store.dispatch(get.fetch(one));
    const detail = await arrival('GET /cards/1');
    detail.act();
    const saving = store.dispatch(plain.rename.fetch(one, { status: 'open' }));
    const change = await arrival('PATCH /cards/1');

    await landInTurn([
      [change, saving],
      [detail, reading],
    ]);
    expect(card()).toMatchObject({ version: 1 });
    expect(doubts()).toEqual({ 'Overlap.Card': { 1: expect.any(Number) } });
    await settle();

    expect(card()).toEqual(server.rows.get('1'));
    expect(doubts()).toEqual({});
  });

  it.each(ORDERS)(
    'ends as the server after one refetch if the order is unknown, landing %s',
    async (_order, ordered) => {
      const { server, store, arrival, done, card, mount, settle, newRequests, doubts } = await startCards();
      await done(get.fetch(one));
      await done(getList.fetch({ status: 'open' }));
      mount(get, one);
      // The written value was there already: a read that shows it may be earlier.
      const renaming = store.dispatch(plain.rename.fetch(one, { title: '1' }));
      const change = await arrival('PATCH /cards/1');
      const reading = store.dispatch(getList.fetch({ status: 'open' }));
      const poll = await arrival('GET /cards?status=open');
      change.act();
      server.write('1', { votes: 3 });
      poll.act();
      const requests = newRequests();

      for (const visit of ordered(change, poll)) visit.respond();
      await Promise.all([renaming, reading]);
      expect(doubts()).toEqual({ 'Overlap.Card': { 1: expect.any(Number) } });
      await settle();

      expect(card()).toEqual(server.rows.get('1'));
      expect([requests(), doubts()]).toEqual([['GET /cards/1'], {}]);
    },
  );
});

it('counts a retried mutation as in flight from its first attempt on', async () => {
  const { server, store, arrival, done, card } = await startCards({
    retry: { limit: 1, sideEffects: true, baseDelayMs: 1, maxDelayMs: 1 },
  });
  await done(get.fetch(one));
  const renaming = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
  const attempt = await arrival('PATCH /cards/1');
  const reading = store.dispatch(getList.fetch({ status: 'open' }));
  const poll = await arrival('GET /cards?status=open');
  poll.act();
  attempt.respond('cut');
  const again = await arrival('PATCH /cards/1');
  again.respond();
  await renaming;
  poll.respond();
  await reading;

  expect(card()?.title).toBe('mine');
  expect(server.rows.get('1')?.version).toBe(2);
});

it('lets another response show any attempt of a retried mutation', async () => {
  const { server, store, arrival, done, card, mount, settle } = await startCards({
    retry: { limit: 1, sideEffects: true, baseDelayMs: 1, maxDelayMs: 1 },
  });
  await done(get.fetch(one));
  mount(get, one);
  const renaming = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
  (await arrival('PATCH /cards/1')).respond('cut');
  const again = await arrival('PATCH /cards/1');
  const moving = store.dispatch(partialUpdate.fetch(one, { status: 'open' }));
  const move = await arrival('PATCH /cards/1');
  move.act();
  again.respond();
  await renaming;
  move.respond();
  await moving;
  await settle();

  expect(card()).toEqual(server.rows.get('1'));
});

it('orders a retried mutation by its last attempt', async () => {
  const { store, arrival, done, card } = await startCards({
    retry: { limit: 1, sideEffects: true, baseDelayMs: 1, maxDelayMs: 1 },
  });
  await done(get.fetch(one));
  const first = store.dispatch(partialUpdate.fetch(one, { title: 'retried' }));
  const attempt = await arrival('PATCH /cards/1');
  const second = store.dispatch(partialUpdate.fetch(one, { title: 'between' }));
  const other = await arrival('PATCH /cards/1');
  attempt.act();
  other.act();
  attempt.respond('fail');
  const again = await arrival('PATCH /cards/1');
  again.respond();
  await first;
  other.respond();
  await second;

  expect(card()?.title).toBe('retried');
});

it('passes the sequence numbers to an overridden comparison, once per event', async () => {
  const { controller } = await startCards();
  controller.set(Watched, one, { id: '1', title: 'a' });
  compared.length = 0;

  controller.set(Watched, one, { id: '1', title: 'b' });

  const numbers = { left: expect.any(Number), landed: expect.any(Number) };
  expect(compared).toEqual([[expect.objectContaining(numbers), expect.objectContaining(numbers)]]);
});

it('drops notes on mutations that nothing in flight overlaps, in an endless chain', async () => {
  const { store, arrival, done, card, server } = await startCards();
  await done(get.fetch(one));
  const noted = () => tableToRecord(store.getState().rdc.overlaps[Card.key])['1']?.notes.length;
  let waiting = store.dispatch(partialUpdate.fetch(one, { title: 'first' }));
  let visit = await arrival('PATCH /cards/1');

  const counts = new Set<number | undefined>();
  for (let i = 0; i < 20; i++) {
    const next = store.dispatch(partialUpdate.fetch(one, { votes: i }));
    const nextVisit = await arrival('PATCH /cards/1');
    visit.respond();
    await waiting;
    counts.add(noted());
    [waiting, visit] = [next, nextVisit];
  }
  visit.respond();
  await waiting;

  expect([...counts]).toEqual([1]);
  expect(store.getState().rdc.overlaps).toEqual({});
  expect(card()).toEqual(server.rows.get('1'));
});

it('drops notes on creations that nothing in flight overlaps, in an endless chain', async () => {
  const { store, arrival, done, list } = await startCards();
  const open = { status: 'open' };
  await done(getList.fetch(open));
  const create = async (title: string) => {
    const created = store.dispatch(getList.push.fetch(open, { title }));
    return [await arrival('POST /cards?status=open'), created] as const;
  };

  let [visit, created] = await create('first');
  const counts = new Set<number>();
  for (let i = 0; i < 5; i++) {
    const next = await create(`next ${i}`);
    await landInTurn([[visit, created]]);
    counts.add(store.getState().rdc.effects.length);
    [visit, created] = next;
  }
  await landInTurn([[visit, created]]);

  expect([...counts]).toEqual([1]);
  expect(store.getState().rdc.effects).toEqual([]);
  expect(list('open')).toHaveLength(8);
});

it('does not rank a response as newer for a value that an earlier mutation wrote too', async () => {
  const { store, arrival, done, server, card, settle, mount: mountCard } = await startCards();
  await done(get.fetch(one));
  mountCard(get, one);
  const replacing = store.dispatch(update.fetch(one, { title: 'mine', votes: 1 } as never));
  const replacement = await arrival('PUT /cards/1');
  const renaming = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
  const rename = await arrival('PATCH /cards/1');
  replacement.respond();
  await replacing;
  const listing = store.dispatch(CardResource.getList.fetch({} as { status: string }));
  const list = await arrival('GET /cards');
  list.act();
  rename.respond();
  await renaming;
  list.respond();
  await listing;
  await settle();

  expect(server.rows.get('1')).toMatchObject({ title: 'mine', version: 2 });
  expect(card()).toEqual(server.rows.get('1'));
});

it('a record named like a property of every object overlaps like any other', async () => {
  const { done, store, arrival, server, card } = await startCards();
  await done(get.fetch(one));
  server.rows.set('constructor', { ...(server.rows.get('1') as Row), id: 'constructor' });
  const reading = store.dispatch(getList.fetch({ status: 'open' }));
  const list = await arrival('GET /cards?status=open');
  const both = plain.rename.extend({
    name: 'Overlap.both',
    schema: [Card],
    process: (row: Row) => [row, server.rows.get('constructor')],
    getOptimisticResponse: (_snapshot: unknown, { id }: { id: string }, body: object) => [{ id, ...body }],
  } as never);
  await done(both.fetch(one, { title: 'new' }) as never);
  list.respond();
  await reading;

  expect(card()?.title).toBe('new');
});

it('a later message outlasts earlier reads that land while another record is mutated', async () => {
  const { done, store, arrival, server, controller, card } = await startCards();
  await done(get.fetch(one));
  const reading = [{ status: 'open' }, {}].map(args =>
    store.dispatch(getList.fetch(args as { status: string })),
  );
  const lists = [await arrival('GET /cards?status=open'), await arrival('GET /cards')];
  for (const list of lists) list.act();
  server.write('1', { title: 'told' });
  controller.set(Card, one, server.rows.get('1') as Row);
  const changing = store.dispatch(partialUpdate.fetch({ id: '2' }, { title: 'mine' }));
  const change = await arrival('PATCH /cards/2');
  for (const list of lists) list.respond();
  await Promise.all(reading);
  expect(card()?.title).toBe('told');

  change.respond();
  await changing;
  expect(card()?.title).toBe('told');
  expect(get.select(one)(store.getState()).expiryStatus).toBe('valid');
});

it.each([1, 2])(
  'a record that appears %d times in one response shows what its mutation wrote',
  async times => {
    const row = { id: '1', title: 'b' };
    const api = await serve({
      'GET /cards/1': () => ({ ...row, title: 'a', votes: 4 }),
      'PATCH /cards/1': () => ({ ...row, votes: 4 }),
      'POST /cards/1/vote': () => ({ all: Array(times).fill({ ...row, votes: 5 }) }),
    });
    const store = createTestStore();
    const voting = vote.extend({ name: `Overlap.vote, ${times}`, schema: { all: [Card] } } as never);
    await store.dispatch(get.fetch(one));
    const held = api.hold('PATCH /cards/1');
    const renaming = store.dispatch(partialUpdate.fetch(one, { title: 'b' }));
    await held.arrived;
    await store.dispatch(voting.fetch(one) as never);
    // The server processes it before the vote.
    await held.release();
    await renaming;

    expect(get.select(one)(store.getState()).data).toMatchObject({ title: 'b', votes: 5 });
    expect(store.getState().rdc.doubts).toEqual({});
  },
);

it('a creation is shown once if a poll brings its record twice', async () => {
  class Owner extends Entity {
    id = '';
    cards: readonly Owned[] = [];
    static key = 'Overlap.Owner';
    static schema: Record<string, never> = {};
  }
  class Owned extends Card {
    owner: Owner | undefined = undefined;
    static override key = 'Overlap.Owned';
    static schema = { owner: Owner };
  }
  Owner.schema = { cards: [Owned] } as never;
  const created = { id: 'new', title: 'milk' };
  const rows: object[] = [];
  const api = await serve({ 'GET /owned': () => rows, 'POST /owned': () => created });
  const { getList: getOwned } = resource({
    path: '/owned/:id',
    schema: Owned,
    Endpoint: ApiEndpoint,
    optimistic: true,
  });
  const store = createTestStore();
  await store.dispatch(getOwned.fetch());
  const held = api.hold('POST /owned');
  const creating = store.dispatch(getOwned.push.fetch({ title: 'milk' } as never));
  await held.arrived;
  rows.push({ ...created, owner: { id: 'ada', cards: [created] } });
  await store.dispatch(getOwned.fetch());

  expect(getOwned.select()(store.getState()).data).toHaveLength(1);
  await held.release();
  await creating;
  expect(getOwned.select()(store.getState()).data).toHaveLength(1);
});
