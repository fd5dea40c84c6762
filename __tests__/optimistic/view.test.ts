import fc from 'fast-check';
import {
  All,
  createDataClient,
  Entity,
  networkManager,
  RestEndpoint,
  type RestOptions,
  resource,
} from 'rdc-toolkit';
import { createBareStore } from '../helpers/createBareStore';
import { runs } from '../helpers/runs';

class Author extends Entity {
  id = '';
  name = '';
  static key = 'view.Author';
}

class Post extends Entity {
  id = '';
  title = '';
  slug = '';
  votes = 0;
  author = Author.fromJS();
  static key = 'view.Post';
  static schema = { author: Author };
  static indexes = ['slug'] as const;
}

interface Row {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly votes: number;
  readonly author: { readonly id: string; readonly name: string };
}

/** Requests that have left, each with a function that ends it. */
const pending: { readonly request: string; readonly body: object; end(response: Response): void }[] = [];

/** An endpoint whose server responds when the script says so. */
class HeldEndpoint<const Options extends RestOptions = RestOptions> extends RestEndpoint<Options> {
  override fetchResponse(url: string, { method = 'GET', body }: RequestInit): Promise<Response> {
    return new Promise(end => {
      pending.push({ request: `${method} ${url}`, body: body ? JSON.parse(String(body)) : {}, end });
    });
  }
}

const { get, getList, partialUpdate, ...PostResource } = resource({
  path: '/posts/:id',
  schema: Post,
  optimistic: true,
  Endpoint: HeldEndpoint,
});
/** Reads its own record, another one and its author. */
const vote = partialUpdate.extend({
  name: 'view.vote',
  searchParams: {} as { like: string },
  getOptimisticResponse(snapshot, { id, like }) {
    const [own, other] = [id, like].map(key => snapshot.get(Post, { id: `${key}` }));
    if (own === undefined) throw snapshot.abort;
    return { id: `${id}`, votes: own.votes + 1, title: `${other?.title} by ${other?.author.name}` };
  },
});
const allPosts = new All(Post);
/** A list whose keys are in the response itself. */
const getPlain = new HeldEndpoint({ path: '/plain', name: 'view.getPlain', schema: [Post] });
/** Lists that follow each change of a record, one of them in order, one by the names of other records. */
const { getList: getSorted } = resource({
  path: '/sorted/:id',
  searchParams: {} as { by: string },
  schema: Post,
  Endpoint: HeldEndpoint,
  belongs: post => post.votes !== 1,
  addTo: (one, other) => one.title.localeCompare(other.title) || one.id.localeCompare(other.id),
});
const { getList: getByAda } = resource({
  path: '/by-ada/:id',
  searchParams: {} as { of: string },
  schema: Post,
  Endpoint: HeldEndpoint,
  belongs: (post, _args, get) => get(Author, post.slug)?.name === 'Ada',
});
const getAuthor = new HeldEndpoint({ path: '/authors/:id', schema: Author, name: 'view.getAuthor' });
const byTitle = { by: 'title' };
const ofAda = { of: 'Ada' };
/** Reads all records, so its dependencies are unknown. */
const count = partialUpdate.extend({
  name: 'view.count',
  getOptimisticResponse: (snapshot, { id }) => ({
    id: `${id}`,
    title: `of ${snapshot.get(allPosts)?.length}`,
  }),
});

const IDS = ['1', '2', '3', '4'];
const rowOf = (id: string, name = 'Ada', title = 'old'): Row => ({
  id,
  title,
  slug: id,
  votes: 0,
  author: { id: 'a', name },
});

async function start() {
  pending.length = 0;
  const rows = new Map(IDS.slice(0, 3).map(id => [id, rowOf(id)]));
  const names = new Map([...IDS, 'x'].map(slug => [slug, slug === 'x' ? 'Bea' : 'Ada']));
  let created = 0;
  const client = createDataClient({ managers: [networkManager()] });
  const store = createBareStore(client);
  const { selectQuery } = client.selectors;
  const running: Promise<unknown>[] = [];
  const quiet = () => new Promise(resolve => setImmediate(resolve));
  const send = async (thunk: unknown) => {
    running.push(Promise.resolve(store.dispatch(thunk as never)).catch(() => undefined));
    await quiet();
  };
  /** Everything that readers see of a state. */
  const shownIn = (state: { readonly rdc: unknown }) =>
    JSON.stringify([
      selectQuery(allPosts)(state as never),
      getList.select()(state as never).data,
      getPlain.select()(state as never).data,
      getSorted.select(byTitle)(state as never).data,
      getByAda.select(ofAda)(state as never).data,
      IDS.map(id => get.select({ id })(state as never).data),
      ['x', '1', '2'].map(slug => selectQuery(Post, { slug })(state as never)),
    ]);
  const respond = ({ request, body }: (typeof pending)[number]) => {
    const [method, url] = request.split(' ') as [string, string];
    const id = url.split(/[/?]/)[2] ?? '';
    const all = [...rows.values()];
    if (url.startsWith('/sorted'))
      return all
        .filter(({ votes }) => votes !== 1)
        .sort((one, other) => one.title.localeCompare(other.title) || one.id.localeCompare(other.id));
    if (url.startsWith('/by-ada')) return all.filter(({ slug }) => names.get(slug) === 'Ada');
    if (method === 'GET') return all;
    if (method === 'DELETE') return rows.delete(id) ? {} : undefined;
    const before = method === 'POST' ? rowOf(`new-${++created}`) : rows.get(id);
    if (before === undefined) return undefined;
    // The server never accepts this title.
    const row = { ...before, ...body, ...('title' in body && body.title === 'q' && { title: before.title }) };
    rows.set(row.id, row);
    return row;
  };
  const end = async (at: number, isFailing: boolean) => {
    const [visit] = pending.splice(at % Math.max(1, pending.length), 1);
    if (visit === undefined) return;
    const response = isFailing ? undefined : respond(visit);
    visit.end(Response.json(response ?? { message: 'no' }, { status: response === undefined ? 409 : 200 }));
    await quiet();
    await quiet();
  };
  for (const list of [getList.fetch(), getSorted.fetch(byTitle), getByAda.fetch(ofAda)])
    await Promise.all([send(list), quiet().then(() => end(0, false))]);
  const rename = (id: string, name: string) => {
    names.set(id, name);
    store.dispatch(getAuthor.setResponse({ id }, { id, name }));
  };
  for (const [id, name] of names) rename(id, name);
  const last = () => selectQuery(allPosts)(store.getState())?.at(-1);
  return { store, rows, running, send, end, shownIn, rename, last };
}

type Script = Awaited<ReturnType<typeof start>>;
type Step = (script: Script) => unknown;

const send =
  (thunk: unknown): Step =>
  script =>
    script.send(thunk);

const id = fc.constantFrom(...IDS);
const landing = fc.tuple(fc.nat(3), fc.nat(3)).map(
  ([at, one]): Step =>
    script =>
      script.end(at, one === 0),
);

const voting = fc.tuple(id, id).map(([id, like]) => send(vote.fetch({ id, like }, { votes: 7 })));

/** Updates with known reads and writes: they are not recomputed for each change. */
const inPlace: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(id, fc.constantFrom('p', 'q')).map(([id, title]) => send(partialUpdate.fetch({ id }, { title }))),
  voting,
  fc.constantFrom(
    ...[getList.fetch(), getPlain.fetch(), getSorted.fetch(byTitle), getByAda.fetch(ofAda)].map(send),
  ),
  voting,
  // Someone else changes or deletes a record.
  fc.tuple(id, fc.constantFrom('Ada', 'Bea', 'gone'), fc.constantFrom('a', 'old', 'pp')).map(
    ([id, name, title]): Step =>
      ({ rows, store }) => {
        if (name === 'gone') {
          rows.delete(id);
          store.dispatch(PostResource.delete.setResponse({ id }, {}));
        } else {
          rows.set(id, rowOf(id, name, title));
          store.dispatch(get.setResponse({ id }, rowOf(id, name, title)));
        }
      },
  ),
  fc.tuple(id, fc.constantFrom('Ada', 'Bea')).map(
    ([id, name]): Step =>
      ({ rename }) =>
        rename(id, name),
  ),
  landing,
  landing,
);

const anywhere: fc.Arbitrary<Step> = fc.oneof(
  inPlace,
  fc.tuple(id, fc.constantFrom('x', '1')).map(([id, slug]) => send(partialUpdate.fetch({ id }, { slug }))),
  id.map(id => send(count.fetch({ id }, { title: 'counted' }))),
  id.map(id => send(PostResource.delete.fetch({ id }))),
  fc.constantFrom('r', 's').map(title => send(getList.push.fetch({ title }))),
  // Often one without a server key.
  fc.constant<Step>(({ send, last }) =>
    send(partialUpdate.fetch({ id: last()?.id ?? '1' }, { title: 'last' })),
  ),
  landing,
);

/** Steps, and whether the state after each is read only at the end. */
const scripts = fc.oneof(
  ...[inPlace, anywhere].map(step =>
    fc.array(
      fc.tuple(
        step,
        fc.nat(4).map(one => one === 0),
      ),
      { minLength: 8, maxLength: 20 },
    ),
  ),
);

it('shows the same of each state as a process that has seen no other', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async steps => {
      const script = await start();
      const { store, running, end, shownIn } = script;
      const later: unknown[] = [];
      const isShownAsElsewhere = (state: ReturnType<typeof store.getState>) =>
        expect(shownIn(state)).toBe(shownIn(JSON.parse(JSON.stringify(state))));
      for (const [take, isReadLater] of steps) {
        await take(script);
        if (isReadLater) later.push(store.getState());
        else isShownAsElsewhere(store.getState());
      }
      for (const state of later.reverse()) isShownAsElsewhere(state as never);
      while (pending.length > 0) await end(0, false);
      await Promise.all(running);
      expect(store.getState().rdc.optimistic).toEqual([]);
    }),
    runs(80),
  );
});

it('depends on the record by which a list that leaves out another would have held it before', async () => {
  const { store, running, send, end, shownIn, rename } = await start();
  rename('2', 'Bea');
  store.dispatch(getByAda.setResponse(ofAda, [rowOf('3')]));
  await send(partialUpdate.fetch({ id: '1' }, { slug: '3' }));
  shownIn(store.getState());
  rename('1', 'Bea');
  const state = store.getState();

  expect(shownIn(state)).toBe(shownIn(JSON.parse(JSON.stringify(state))));
  await end(0, true);
  await Promise.all(running);
});

it('moves a record within a list that arrives while its update is pending', async () => {
  const { store, running, send, end } = await start();
  const other = { by: 'other' };
  const titles = () =>
    getSorted
      .select(other)(store.getState())
      .data?.map(({ title }) => title);
  await send(partialUpdate.fetch({ id: '1' }, { title: 'zz' }));
  expect(titles()).toBeUndefined();
  store.dispatch(getSorted.setResponse(other, [rowOf('1'), rowOf('2')]));

  expect(titles()).toEqual(['old', 'zz']);
  await end(0, true);
  await Promise.all(running);
});

it('moves a record within a list again when another one changes that it was put next to', async () => {
  const { store, running, send, end } = await start();
  const titles = () =>
    getSorted
      .select(byTitle)(store.getState())
      .data?.map(({ title }) => title);
  store.dispatch(
    getSorted.setResponse(
      byTitle,
      ['a', 'm', 'z'].map((title, i) => rowOf(`${i}`, 'Ada', title)),
    ),
  );
  await send(partialUpdate.fetch({ id: '0' }, { title: 'p' }));
  expect(titles()).toEqual(['m', 'p', 'z']);
  store.dispatch(get.setResponse({ id: '1' }, rowOf('1', 'Ada', 'q')));

  expect(titles()).toEqual(['p', 'q', 'z']);
  await end(0, true);
  await Promise.all(running);
});
