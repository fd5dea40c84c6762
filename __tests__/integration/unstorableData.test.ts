import { actions, Controller, Endpoint, Entity, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Poll extends Entity {
  id = '';
  title = '';
  votes: unknown = null;
  static key = 'unstorableData.Poll';
}

class CountedPoll extends Poll {
  static override key = 'unstorableData.CountedPoll';
  static override process(input: unknown) {
    const { votes, ...poll } = input as { votes: object };
    return { ...poll, votes: new Map(Object.entries(votes)) };
  }
}

const PollResource = resource({
  path: '/polls/:id',
  schema: Poll,
  Endpoint: ApiEndpoint,
});
const row = { id: '1', title: 'Lunch', votes: { pizza: 2, salad: 0 } };

const loop: Record<string, unknown> = {};
loop.self = loop;

const lost: [name: string, value: unknown, problem: string][] = [
  ['a Map', new Map([['pizza', 2]]), 'it contains a Map, at "votes"'],
  ['a Set', new Set(['pizza']), 'it contains a Set, at "votes"'],
  ['a promise', Promise.resolve(2), 'it contains a Promise, at "votes"'],
  ['NaN', 0 / 0, 'NaN is no number in JSON, at "votes"'],
  ['an infinite number', 1 / 0, 'Infinity is no number in JSON, at "votes"'],
  ['an invalid date', new Date('soon'), 'it contains an invalid date, at "votes"'],
  ['headers', new Headers({ etag: '1' }), 'it contains a Headers, at "votes"'],
  ['what contains itself', loop, 'it contains a circular reference, at "votes.self"'],
];

describe.each(lost)('%s', (_name, votes, problem) => {
  it('is rejected by set with its place, and nothing changes', () => {
    const store = createTestStore();
    const controller = new Controller(store);
    controller.set(Poll, row);

    expect(() => controller.set(Poll, { ...row, votes })).toThrow(`${Poll.key} as plain data: ${problem}. `);
    // The result of an updater passes through Immer, whose earlier versions reject circular references.
    const first = votes === loop ? 'circular reference' : problem;
    expect(() => controller.set(Poll, { id: '1' }, () => ({ ...row, votes }) as never)).toThrow(first);
    expect(() => store.dispatch(actions.set(Poll, { value: { ...row, votes } }))).toThrow(problem);

    expect(controller.get(Poll, { id: '1' })?.votes).toEqual(row.votes);
  });

  it('fails a request whose process returns it, and names the endpoint', async () => {
    await serve({ 'GET /polls/:id': () => row });
    const store = createTestStore();
    const counted = PollResource.get.extend({
      name: 'unstorableData.counted',
      process: poll => ({ ...poll, votes }) as never,
    });

    const said = `the response of unstorableData.counted as plain data: ${problem}. `;
    await expect(store.dispatch(counted.fetch({ id: '1' }))).rejects.toThrow(said);
    expect(counted.select({ id: '1' })(store.getState()).error?.message).toContain(said);
  });

  it('fails a request whose meta() returns it, and names the endpoint', async () => {
    await serve({ 'GET /polls/:id': () => row });
    const store = createTestStore();
    const headed = PollResource.get.extend({ name: 'unstorableData.headed', meta: () => ({ votes }) });

    await expect(store.dispatch(headed.fetch({ id: '1' }))).rejects.toThrow(
      `Cannot store the meta of unstorableData.headed as plain data: ${problem}. `,
    );
    expect(store.getState().rdc.inflight.size).toBe(0);
  });

  it('is not shown before the response, and is reported with its endpoint', async () => {
    const api = await serve({ 'GET /polls/:id': () => row, 'PATCH /polls/:id': () => row });
    const store = createTestStore();
    await store.dispatch(PollResource.get.fetch({ id: '1' }));
    const hopeful = PollResource.partialUpdate.extend({
      name: 'unstorableData.hopeful',
      getOptimisticResponse: (_snapshot, params) => ({ ...params, votes }),
    });
    const sent = api.hold('PATCH /polls/:id');

    const changing = store.dispatch(hopeful.fetch({ id: '1' }, {}));
    expect(PollResource.get.select({ id: '1' })(store.getState()).data?.votes).toEqual(row.votes);
    expect(store.complaints.splice(0)).toEqual([
      expect.stringContaining(
        `Cannot store the optimistic response of unstorableData.hopeful as plain data: ${problem}. `,
      ),
    ]);
    await sent.arrived;
    void sent.release();
    await changing;
  });

  it('is called an optimistic response if its shape does not match the schema', async () => {
    await serve({ 'PATCH /polls/:id': () => row });
    const store = createTestStore();
    const hopeful = PollResource.partialUpdate.extend({
      name: 'unstorableData.shapeless',
      getOptimisticResponse: () => 5 as never,
    });

    await store.dispatch(hopeful.fetch({ id: '1' }, {}));
    expect(store.complaints.splice(0)).toEqual([
      expect.stringContaining(
        'Cannot store the optimistic response of unstorableData.shapeless: expected a ',
      ),
    ]);
  });

  it('is not sent in a body', async () => {
    const api = await serve({ 'PATCH /polls/:id': () => row });
    const store = createTestStore();
    const args = [{ id: '1' }, { votes } as never] as const;

    await expect(store.dispatch(PollResource.partialUpdate.fetch(...args))).rejects.toThrow(problem);
    await expect(PollResource.partialUpdate(...args)).rejects.toThrow(
      `Cannot call ${PollResource.partialUpdate.name}(…): its body cannot be written as JSON: ${problem}. `,
    );
    expect(api.requests).toEqual([]);
  });
});

it('fails a request whose record an entity turns into unstorable data', async () => {
  await serve({ 'GET /polls/:id': () => row });
  const get = PollResource.get.extend({ name: 'unstorableData.entity', schema: CountedPoll });

  await expect(createTestStore().dispatch(get.fetch({ id: '1' }))).rejects.toThrow(
    `${CountedPoll.key} as plain data: it contains a Map, at "votes". Pass plain data: Object.fromEntries(map)`,
  );
});

it('rejects a Map as a whole body and a file inside one, and says how to send it', async () => {
  const api = await serve({ 'POST /polls': () => row });
  const create = (body: unknown) => PollResource.getList.push(body as never);

  await expect(create(new Map([['title', 'Lunch']]))).rejects.toThrow('it contains a Map. Pass plain data');
  await expect(create({ title: 'Lunch', menu: new Blob(['pizza']) })).rejects.toThrow(
    'it contains a Blob, at "menu". Send it as a field of a FormData',
  );
  expect(api.requests).toEqual([]);
});

it('rejects a Map as an argument, so that two Maps never share a key', () => {
  const find = new Endpoint(async (_: unknown) => row, { name: 'unstorableData.find', schema: Poll });

  expect(() => find.key(new Map([['a', 1]]))).toThrow(
    'its arguments cannot be written as JSON: it contains a Map',
  );
});

it('accepts dates, bigints, undefined and instances of entities', async () => {
  const api = await serve({ 'PATCH /polls/:id': ({ body }) => ({ ...row, ...(body as object) }) });
  const store = createTestStore();
  const controller = new Controller(store);
  const closes = new Date(0);

  controller.set(Poll, Poll.fromJS({ ...row, votes: { closes, id: 5n, none: undefined } }));
  expect(controller.get(Poll, { id: '1' })?.votes).toEqual({ closes: closes.toISOString(), id: '5' });
  const poll = await store.dispatch(PollResource.partialUpdate.fetch({ id: '1' }, { votes: closes }));

  expect([poll.votes, api.requests]).toEqual([closes.toISOString(), ['PATCH /polls/1']]);
});
