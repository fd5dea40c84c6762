import { Collection, Entity, Invalidate, keyOf, resource, type, Union, Values } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Ticket extends Entity {
  id = '';
  title = '';
  status = '';
  static key = 'Concerned.Ticket';
}

interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

const row = (id: string, status = 'open'): Row => ({ id, title: id, status });
const open = { status: 'open' };
const closed = { status: 'done' };

const { getList } = resource({
  path: '/tickets/:id',
  schema: Ticket,
  searchParams: type<{ status?: string }>(),
  Endpoint: ApiEndpoint,
});

const close = {
  path: '/tickets/:id/close',
  method: 'POST',
  body: undefined,
  schema: Ticket,
} as const;

/** Sends a mutation that the server processes and whose response is cut off; serves the refetches. */
async function cutOff(
  { store, arrival, settle }: Awaited<ReturnType<typeof startScript>>,
  request: string,
  thunk: unknown,
) {
  const failing = store.dispatch(thunk as never) as Promise<unknown>;
  (await arrival(request)).respond('cut');
  await expect(failing).rejects.toMatchObject({ name: expect.any(String) });
  await settle();
}

/** The lists in the end, after a mutation that the server processes and whose response is cut off. */
describe('a mutation that is cut off', () => {
  it.each([
    ['writes', new ApiEndpoint({ ...close, writes: ['status'], name: 'concerned.closeByWrites' })],
    [
      'its optimistic response',
      new ApiEndpoint({
        ...close,
        getOptimisticResponse: (_snapshot, { id }) => ({ id, status: 'done' }),
        name: 'concerned.closeOptimistically',
      }),
    ],
  ])('casts doubt on the lists that are filtered by what %s names', async (_what, closing) => {
    const rows = new Map([row('1'), row('2', 'done')].map(one => [one.id, one]));
    const scripted = await startScript({
      'GET /tickets': (_params, _body, { status }: { status: string }) =>
        [...rows.values()].filter(one => one.status === status),
      'POST /tickets/:id/close': ({ id }) => {
        rows.set(String(id), row(String(id), 'done'));
        return rows.get(String(id));
      },
    });
    const { store, done, mount } = scripted;
    for (const args of [open, closed]) {
      await done(getList.fetch(args));
      mount(getList, args);
    }
    await cutOff(scripted, 'POST /tickets/1/close', closing.fetch({ id: '1' }));

    const shown = [open, closed].map(args =>
      getList
        .select(args)(store.getState())
        .data?.map(({ id }) => id),
    );
    expect(shown).toEqual([[], ['1', '2']]);
  });

  const bulk = { path: '/tickets/bulk', method: 'POST', body: {} as { status: string } } as const;
  it.each([
    ['a list of records', new ApiEndpoint({ ...bulk, schema: [Ticket], name: 'concerned.bulk' })],
    [
      'a list of deletions',
      new ApiEndpoint({ ...bulk, schema: [new Invalidate(Ticket)], name: 'concerned.bulkDelete' }),
    ],
    [
      'an envelope with a list',
      new ApiEndpoint({ ...bulk, schema: { tickets: [Ticket] }, name: 'concerned.bulkEnvelope' }),
    ],
  ])('casts doubt on lists if its response is %s, too', async (what, closeAll) => {
    let rows = [row('1'), row('2')];
    const scripted = await startScript({
      'GET /tickets': () => rows,
      'POST /tickets/bulk': () => {
        rows = what.includes('deletions') ? [] : rows.map(({ id }) => row(id, 'done'));
        return [];
      },
    });
    const { store, done, mount } = scripted;
    await done(getList.fetch({}));
    mount(getList, {});
    await cutOff(scripted, 'POST /tickets/bulk', closeAll.fetch({ status: 'done' }));

    const { data } = getList.select({})(store.getState());
    expect(data?.map(({ id, status }) => [id, status])).toEqual(rows.map(({ id, status }) => [id, status]));
  });

  it.each([
    ['remarks', '/boards/:id/remarks', ['a', 'new']],
    ['title', '/boards/:id', ['a']],
  ] as const)(
    'casts doubt on lists of its record if it sends none of its fields, too: its %s',
    async (what, path, now) => {
      class Remark extends Entity {
        id = '';
        static key = `Concerned.Remark of ${what}`;
      }
      const remarks = new Collection([Remark], { nestKey: ({ id }: { id: string }) => ({ board: id }) });
      class Board extends Entity {
        id = '';
        title = '';
        remarks: readonly Remark[] = [];
        static key = `Concerned.Board of ${what}`;
        static schema = { remarks };
      }
      const getBoard = new ApiEndpoint({
        path: '/boards/:id',
        schema: Board,
        name: `concerned.getBoard, ${what}`,
      });
      const getRemarks = new ApiEndpoint({
        path: '/remarks',
        searchParams: type<{ board: string }>(),
        schema: new Collection([Remark]),
        name: `concerned.getRemarks, ${what}`,
      });
      const send = getBoard.extend({
        path,
        method: 'POST',
        body: {} as object,
        name: `concerned.send, ${what}`,
      });
      const rows = [{ id: 'a' }];
      const scripted = await startScript({
        'GET /boards/:id': () => ({ id: '1', title: 'x', remarks: rows }),
        'GET /remarks': () => rows,
        'POST /boards/:id/remarks': () => {
          rows.push({ id: 'new' });
          return { id: '1', title: 'x', remarks: rows };
        },
        'POST /boards/:id': () => ({ id: '1', title: 'new', remarks: rows }),
      });
      const { store, done, mount, newRequests } = scripted;
      await done(getBoard.fetch({ id: '1' }));
      await done(getRemarks.fetch({ board: '1' }));
      mount(getRemarks, { board: '1' });
      const requests = newRequests();
      const sent = what === 'remarks' ? { text: 'new' } : { title: 'new' };
      await cutOff(scripted, `POST ${path.replace(':id', '1')}`, send.fetch({ id: '1' }, sent));

      const { data } = getRemarks.select({ board: '1' })(store.getState());
      expect(data?.map(({ id }) => id)).toEqual(now);
      expect(requests().filter(request => request.startsWith('GET'))).toHaveLength(now.length - 1);
    },
  );

  it("casts doubt on a list by the parent's `id` though its body has an `id`, too", async () => {
    const getTickets = new ApiEndpoint({
      path: '/projects/:id/tickets',
      schema: new Collection([Ticket]),
      name: 'concerned.getTickets',
    });
    const create = new ApiEndpoint({
      path: '/projects/:id/tickets',
      method: 'POST',
      body: {} as { id: string },
      schema: getTickets.schema.push,
      name: 'concerned.createTicket',
    });
    const rows = [row('1')];
    const scripted = await startScript({
      'GET /projects/:id/tickets': () => rows,
      'POST /projects/:id/tickets': (_params, { id }: { id: string }) => {
        rows.push(row(id));
        return row(id);
      },
    });
    const { store, done, mount } = scripted;
    await done(getTickets.fetch({ id: 'p' }));
    mount(getTickets, { id: 'p' });
    await cutOff(scripted, 'POST /projects/p/tickets', create.fetch({ id: 'p' }, { id: '2' }));

    const { data } = getTickets.select({ id: 'p' })(store.getState());
    expect(data?.map(({ id }) => id)).toEqual(['1', '2']);
  });
});

it('a related record in an envelope does not undo what another mutation wrote', async () => {
  class Team extends Entity {
    id = '';
    title = '';
    static key = 'Concerned.Team';
  }
  const rename = { method: 'PATCH', body: {} as { title: string } } as const;
  const renameTeam = new ApiEndpoint({
    ...rename,
    path: '/teams/:id',
    schema: { team: Team, ticket: Ticket },
    name: 'concerned.renameTeam',
  });
  const renameTicket = new ApiEndpoint({
    ...rename,
    path: '/tickets/:id',
    schema: Ticket,
    name: 'concerned.renameTicket',
  });
  const getTicket = new ApiEndpoint({ path: '/tickets/:id', schema: Ticket, name: 'concerned.getTicket' });
  let ticket = row('7');
  const { store, done, arrival, doubts } = await startScript({
    'GET /tickets/:id': () => ticket,
    'PATCH /tickets/:id': (_params, body: object) => {
      ticket = { ...ticket, ...body };
      return ticket;
    },
    'PATCH /teams/:id': (_params, body: object) => ({ team: { id: '1', ...body }, ticket }),
  });
  await done(getTicket.fetch({ id: '7' }));
  const changes = [
    store.dispatch(renameTicket.fetch({ id: '7' }, { title: 'new' })),
    store.dispatch(renameTeam.fetch({ id: '1' }, { title: 'team' })),
  ] as const;
  const visits = [await arrival('PATCH /tickets/7'), await arrival('PATCH /teams/1')] as const;
  visits[1].act();
  visits[0].respond();
  await changes[0];
  visits[1].respond();
  await changes[1];

  expect(getTicket.select({ id: '7' })(store.getState()).data?.title).toBe('new');
  expect(doubts()).toEqual({});
});

it('records of a bulk creation and another one match the server in a list with `belongs`', async () => {
  class Kept extends Ticket {
    static override key = 'Concerned.Kept';
  }
  const getKept = new ApiEndpoint({
    path: '/tickets',
    searchParams: type<{ status: string }>(),
    schema: new Collection([Kept], { belongs: (ticket: Kept, { status }) => ticket.status === status }),
    name: 'concerned.getKept',
  });
  const create = { path: '/tickets', method: 'POST', body: [] as readonly Row[], schema: [Kept] } as const;
  const createAll = new ApiEndpoint({ ...create, name: 'concerned.createAll' });
  const rows = [row('1')];
  const { store, done, arrival, mount, settle } = await startScript({
    'GET /tickets': () => rows,
    'POST /tickets': (_params, body: readonly Row[]) => {
      rows.push(...body);
      return body;
    },
  });
  await done(getKept.fetch(open));
  mount(getKept, open);
  const creations = [[row('a'), row('b')], [row('c')]].map(all => store.dispatch(createAll.fetch(all)));
  const visits = [await arrival('POST /tickets'), await arrival('POST /tickets')];
  for (const visit of visits) visit.act();
  visits[1]?.respond();
  await creations[1];
  visits[0]?.respond();
  await creations[0];
  await settle();

  const { data } = getKept.select(open)(store.getState());
  expect(data?.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

it('records of a bulk creation keep their place keys, even with new nested records', async () => {
  class Label extends Entity {
    id = '';
    text = '';
    static key = 'Concerned.Label';
  }
  class Labelled extends Entity {
    id = '';
    title = '';
    label = Label.fromJS();
    static key = 'Concerned.Labelled';
    static schema = { label: Label };
  }
  const getLabelled = new ApiEndpoint({
    path: '/labelled',
    schema: new Collection([Labelled]),
    name: 'concerned.getLabelled',
  });
  const create = new ApiEndpoint({
    path: '/labelled',
    method: 'POST',
    body: [] as readonly { title: string; label: { text: string } }[],
    schema: getLabelled.schema.push,
    getOptimisticResponse: (_snapshot, body) => body as never,
    name: 'concerned.createLabelled',
  });
  const { store, done, arrival } = await startScript({
    'GET /labelled': () => [],
    'POST /labelled': (_params, body: readonly { title: string; label: object }[]) =>
      body.map((one, i) => ({ ...one, id: `${i}`, label: { ...one.label, id: `l${i}` } })),
  });
  await done(getLabelled.fetch());
  const places = () =>
    getLabelled
      .select()(store.getState())
      .data?.map(one => keyOf(one));
  const creating = store.dispatch(create.fetch(['a', 'b'].map(title => ({ title, label: { text: title } }))));
  const creation = await arrival('POST /labelled');
  const before = places();
  creation.respond();
  await creating;

  expect(before).toHaveLength(2);
  expect(places()).toEqual(before);
});

it('a removal outlasts the retry of a creation that the server had already processed', async () => {
  const rows: Row[] = [];
  let ids: string[] = [];
  const create = new ApiEndpoint({
    path: '/tickets',
    method: 'POST',
    body: {} as Row,
    schema: getList.schema.push,
    idempotencyKey: true,
    name: 'concerned.createOnce',
  });
  const unlink = new ApiEndpoint({
    path: '/links/:id',
    method: 'DELETE',
    schema: getList.schema.remove,
    name: 'concerned.unlink',
  });
  const { store, done, arrival, mount, settle } = await startScript(
    {
      'GET /tickets': () => rows.filter(({ id }) => ids.includes(id)),
      'POST /tickets': (_params, body: Row) => {
        if (rows.length === 0) {
          rows.push(body);
          ids.push(body.id);
        }
        return rows[0];
      },
      'DELETE /links/:id': ({ id }) => {
        ids = ids.filter(one => one !== id);
        return rows[0];
      },
    },
    { retry: { limit: 1, sideEffects: true, baseDelayMs: 1 } as never },
  );
  await done(getList.fetch({}));
  mount(getList, {});
  const creating = store.dispatch(create.fetch(row('n')));
  const first = await arrival('POST /tickets');
  first.act();
  await done(getList.fetch({}));
  await done(unlink.fetch({ id: 'n' }));
  first.respond('cut');
  (await arrival('POST /tickets')).respond();
  await creating;
  await settle();

  expect(getList.select({})(store.getState()).data).toEqual([]);
});

describe('a union', () => {
  class Post extends Entity {
    id = '';
    kind = 'post';
    status = '';
    static key = 'Concerned.Post';
  }
  class Link extends Entity {
    id = '';
    kind = 'link';
    status = '';
    static key = 'Concerned.Link';
  }
  const getPost = new ApiEndpoint({ path: '/posts/:id', schema: Post, name: 'concerned.getPost' });
  const deletePost = new ApiEndpoint({
    path: '/posts/:id',
    method: 'DELETE',
    schema: new Invalidate(Post),
    name: 'concerned.deletePost',
  });

  it('keeps a record in its list if one of another kind with its key comes back elsewhere', async () => {
    const getFeed = new ApiEndpoint({
      path: '/feed',
      searchParams: type<{ status: string }>(),
      schema: new Collection([new Union({ post: Post, link: Link }, 'kind')]),
      name: 'concerned.getFeed',
    });
    let status = 'open';
    const post = () => ({ id: '1', kind: 'post', status });
    const link = { id: '1', kind: 'link', status: 'open' };
    const { store, done } = await startScript({
      'GET /feed': () => [post(), link],
      'GET /posts/:id': post,
      'DELETE /posts/:id': () => ({ id: '1' }),
    });
    await done(getFeed.fetch(open));
    await done(deletePost.fetch({ id: '1' }));
    status = 'done';
    await done(getPost.fetch({ id: '1' }));

    const { data } = getFeed.select(open)(store.getState());
    expect(data?.map(one => ({ ...one }))).toEqual([link]);
  });

  it('moves a record between lists by its own kind if two kinds share an entity', async () => {
    const named = new Union({ draft: Post, post: Post }, 'kind');
    const getNamed = new ApiEndpoint({
      path: '/named',
      searchParams: type<{ status: string }>(),
      schema: new Collection([named], {
        belongs: (one: { status: string }, { status }: { status?: string }) => one.status === status,
      }),
      name: 'concerned.getNamed',
    });
    const change = new ApiEndpoint({
      path: '/named/:id',
      method: 'PATCH',
      body: {} as { status: string },
      schema: named,
      name: 'concerned.changeNamed',
    });
    let post = { id: '1', kind: 'post', status: 'open' };
    const { store, done } = await startScript({
      'GET /named': (_params, _body, { status }: { status: string }) =>
        [post].filter(one => one.status === status),
      'PATCH /named/:id': (_params, body: object) => {
        post = { ...post, ...body };
        return post;
      },
    });
    for (const args of [open, closed]) await done(getNamed.fetch(args));
    await done(change.fetch({ id: '1' }, { status: 'done' }));

    const shown = [open, closed].map(args =>
      getNamed
        .select(args)(store.getState())
        .data?.map(({ id }) => id),
    );
    expect(shown).toEqual([[], ['1']]);
  });
});

describe('an earlier optimistic mutation that lands later undoes nothing', () => {
  const shows = { getOptimisticResponse: (_snapshot: unknown, { id }: { id: string }) => ({ id }) } as const;
  const link = new ApiEndpoint({
    ...shows,
    path: '/links/:id',
    method: 'PUT',
    body: undefined,
    schema: getList.schema.push,
    name: 'concerned.link',
  });
  const unlink = new ApiEndpoint({
    ...shows,
    path: '/links/:id',
    method: 'DELETE',
    schema: getList.schema.remove,
    name: 'concerned.unlinkOptimistically',
  });

  it.each([
    ['a removal and a creation', ['DELETE', 'PUT'], ['1', '2']],
    ['a creation and a removal', ['PUT', 'DELETE'], ['1']],
  ] as const)('after %s in a list', async (_what, methods, before) => {
    let ids: readonly string[] = before;
    const { store, done, arrival } = await startScript({
      'GET /tickets': () => ['1', '2'].filter(id => ids.includes(id)).map(id => row(id)),
      'PUT /links/:id': ({ id }) => {
        ids = [...ids, String(id)];
        return row(String(id));
      },
      'DELETE /links/:id': ({ id }) => {
        ids = ids.filter(one => one !== id);
        return row(String(id));
      },
    });
    const shown = () =>
      getList
        .select({})(store.getState())
        .data?.map(({ id }) => id);
    await done(getList.fetch({}));
    const thunks = methods.map(method => (method === 'PUT' ? link : unlink).fetch({ id: '2' }));
    const changes = thunks.map(thunk => store.dispatch(thunk as never) as Promise<unknown>);
    const [first, last] = [await arrival(`${methods[0]} /links/2`), await arrival(`${methods[1]} /links/2`)];
    const during = shown();
    first.act();
    last.respond();
    await changes[1];

    expect(shown()).toEqual(during);
    first.respond();
    await changes[0];
    expect(shown()).toEqual(during);
    expect(ids.includes('2')).toBe(during?.includes('2'));
  });

  it('after two that set one entry of a map', async () => {
    const getSlots = new ApiEndpoint({
      path: '/slots',
      schema: new Collection(new Values(Ticket)),
      name: 'concerned.getSlots',
    });
    const assign = new ApiEndpoint({
      path: '/slots',
      method: 'PUT',
      body: {} as Readonly<Record<string, Row>>,
      schema: getSlots.schema.assign,
      getOptimisticResponse: (_snapshot, body) => body as never,
      name: 'concerned.assign',
    });
    const { store, done, arrival } = await startScript({
      'GET /slots': () => ({ a: row('1') }),
      'PUT /slots': (_params, body) => body,
    });
    const shown = () => getSlots.select()(store.getState()).data?.a?.id;
    await done(getSlots.fetch());
    const changes = ['2', '3'].map(id => store.dispatch(assign.fetch({ a: row(id) })));
    const visits = [await arrival('PUT /slots'), await arrival('PUT /slots')];
    visits[0]?.act();
    visits[1]?.respond();
    await changes[1];

    expect(shown()).toBe('3');
    visits[0]?.respond();
    await changes[0];
    expect(shown()).toBe('3');
  });
});

it('keeps one note on a list that is replaced repeatedly while a request hangs', async () => {
  let n = 0;
  const hang = new ApiEndpoint({ path: '/hang', schema: undefined, name: 'concerned.hang' });
  const { store, done, arrival } = await startScript({
    'GET /tickets': () => [row('1'), row(`${2 + (n++ % 2)}`)],
    'GET /hang': () => null,
  });
  await done(getList.fetch({}));
  const hanging = store.dispatch(hang.fetch() as never) as Promise<unknown>;
  const visit = await arrival('GET /hang');
  for (let i = 0; i < 10; i++) await done(getList.fetch({}));

  expect(store.getState().rdc.effects).toHaveLength(1);
  visit.respond();
  await hanging;
});

it('a list drops what others removed after a creation landed, while a request hangs', async () => {
  const hang = new ApiEndpoint({ path: '/hang', schema: undefined, name: 'concerned.hangs' });
  const rows = [row('1')];
  const { store, done, arrival } = await startScript({
    'GET /tickets': () => [...rows],
    'POST /tickets': () => {
      rows.push(row('2'));
      return row('2');
    },
    'GET /hang': () => null,
  });
  const hanging = store.dispatch(hang.fetch() as never) as Promise<unknown>;
  const visit = await arrival('GET /hang');
  await done(getList.fetch({}));
  await done(getList.push.fetch(row('2') as never));
  rows.pop();
  await done(getList.fetch({}));

  expect(
    getList
      .select({})(store.getState())
      .data?.map(({ id }) => id),
  ).toEqual(['1']);
  visit.respond();
  await hanging;
});
