import { act, waitFor } from '@testing-library/react';
import {
  Collection,
  Controller,
  Entity,
  Invalidate,
  pageLinks,
  Query,
  resource,
  schema,
  type,
} from 'rdc-toolkit';
import { type Pages, usePages } from 'rdc-toolkit/react';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { Card, CardResource, startCards } from '../overlap/cards';
import { renderCounts } from './renderCounts';
import { renderIn } from './renderIn';

class Issue extends Entity {
  id = '';
  title = '';
  static key = 'Issue';
}

const IssueResource = resource({
  path: '/repos/:repo/issues/:id',
  schema: Issue,
  paginationField: 'page',
  Endpoint: ApiEndpoint,
});
const { getPage } = IssueResource.getList;
/** The same pages, each as a separate list. */
const getPlain = new ApiEndpoint({
  path: '/repos/:repo/issues',
  name: 'getPlain',
  searchParams: {} as { page: number },
  schema: [Issue],
});
/** The same pages again, in an envelope with the cursor of the next one. */
const getWrapped = new ApiEndpoint({
  path: '/wrapped',
  name: 'getWrapped',
  searchParams: {} as { after: string },
  schema: { items: [Issue], next: '' },
});

/** A list next to other records, which each page needs. */
const inEnvelope = new ApiEndpoint({
  path: '/envelopes',
  name: 'getInEnvelope',
  searchParams: type<{ page: number }>(),
  schema: { items: new Collection([Issue]), users: [Issue] },
});
const queried = new schema.Object({ items: new Query(new Collection([Issue]), issues => issues.slice()) });
const inArray = new schema.Object({ items: new schema.Array(Issue) });
const taken = new Query(new schema.Object({ items: [Issue] }), ({ items }) => items);
/** Each page is a list that every issue joins once it is known. */
const { getList: kept } = resource({
  path: '/kept/:id',
  schema: Issue,
  searchParams: type<{ page: number }>(),
  Endpoint: ApiEndpoint,
  belongs: () => true,
}).extend({ getList: { name: 'getKept' } });

/** The list of a page, which may be an envelope. */
function listOf(page: readonly Issue[] | { readonly items: readonly Issue[] }): readonly Issue[] {
  return 'items' in page ? page.items : page;
}

const deleted = new Invalidate(Issue);
/** An optimistic deletion that never gets a response. */
const deleteAtOnce = IssueResource.delete.extend({
  name: 'deleteIssueAtOnce',
  getOptimisticResponse: (_snapshot, { id }) => ({ id }) as never,
  fetchResponse: () => new Promise(() => {}),
});

const PAGE_SIZE = 2;

/** Five issues in each repository, two on a page. */
async function serveIssues() {
  const titles = new Map<string, string>();
  const all = (repo: unknown) =>
    [1, 2, 3, 4, 5].map(n => ({ id: `${repo}${n}`, title: titles.get(`${repo}${n}`) ?? `${repo}${n}` }));
  const api = await serve({
    'GET /repos/:repo/issues': ({ params, query }) => {
      const start = (Number(query.page) - 1) * PAGE_SIZE;
      return all(params.repo).slice(start, start + PAGE_SIZE);
    },
    'GET /wrapped': ({ query }) => {
      const start = Number(query.after || 0);
      return { items: all('w').slice(start, start + 3), next: start === 0 ? '3' : '' };
    },
  });
  return Object.assign(api, { titles });
}

type Endpoint = typeof getPage | typeof getPlain;

interface ListProps {
  readonly endpoint?: Endpoint;
  readonly repo?: string | null;
  readonly first?: number;
  readonly maxPages?: number;
  readonly initialPages?: number;
}

/** Shows pages, and returns what a test can do with them. */
function showPages(store: TestStore, props: ListProps = {}) {
  const { count, take } = renderCounts();
  let latest: Pages<readonly Issue[]> | undefined;
  const List = ({ endpoint = getPage, repo = 'a', first = 1, maxPages, initialPages }: ListProps) => {
    count('list');
    latest = usePages(endpoint as typeof getPlain, page => [repo === null ? null : { repo, page }], {
      first,
      next: (issues, page) => (issues.length < PAGE_SIZE ? undefined : page + 1),
      previous: (_issues, page) => (page > 1 ? page - 1 : undefined),
      ...(maxPages !== undefined && { maxPages }),
      ...(initialPages !== undefined && { initialPages }),
    });
    const { pages, loading, error, hasNext, hasPrevious } = latest;
    const shown = pages.map(issues => issues.map(({ title }) => title).join()).join(' | ');
    return (
      <>
        {hasPrevious && '< '}
        {loading ? 'loading' : (error?.name ?? shown)}
        {hasNext && ' >'}
      </>
    );
  };
  const page = renderIn(store, <List {...props} />);
  return {
    page,
    take,
    pages: () => latest as Pages<readonly Issue[]>,
    show: (changed: ListProps) => page.rerender(<List {...props} {...changed} />),
  };
}

describe.each<[what: string, endpoint: Endpoint]>([
  ['getPage', getPage],
  ['a plain endpoint', getPlain],
])('pages of %s', (_what, endpoint) => {
  it('start with the first page and continue to the last', async () => {
    const api = await serveIssues();
    const { page, pages } = showPages(createTestStore(), { endpoint });
    expect(page.text()).toBe('loading');
    await waitFor(() => expect(page.text()).toBe('a1,a2 >'));

    await act(() => pages().fetchNext());
    expect(page.text()).toBe('a1,a2 | a3,a4 >');
    await act(() => pages().fetchNext());
    expect(page.text()).toBe('a1,a2 | a3,a4 | a5');
    await act(() => pages().fetchNext());

    expect(page.text()).toBe('a1,a2 | a3,a4 | a5');
    expect(api.requests.map(request => request.split('=')[1])).toEqual(['1', '2', '3']);
  });

  it('continue in both directions, in a window that drops distant pages', async () => {
    await serveIssues();
    const { page, pages } = showPages(createTestStore(), { endpoint, first: 2, maxPages: 2 });
    await waitFor(() => expect(page.text()).toBe('< a3,a4 >'));

    await act(() => pages().fetchPrevious());
    expect(page.text()).toBe('a1,a2 | a3,a4 >');
    await act(() => pages().fetchNext());
    expect(page.text()).toBe('< a3,a4 | a5');
    await act(() => pages().fetchPrevious());

    expect(page.text()).toBe('a1,a2 | a3,a4 >');
  });

  it('show an edit on every page, with one render', async () => {
    const api = await serveIssues();
    const store = createTestStore();
    const { page, pages, take } = showPages(store, { endpoint });
    await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
    await act(() => pages().fetchNext());
    const before = pages().pages;
    take();

    act(() => new Controller(store).set(Issue, { id: 'a3' }, { id: 'a3', title: 'edited' }));

    expect(page.text()).toBe('a1,a2 | edited,a4 >');
    expect(take()).toEqual({ list: 1 });
    expect(pages().pages[0]).toBe(before[0]);
    act(() => new Controller(store).set(Issue, { id: 'a9' }, { id: 'a9', title: 'not shown' }));
    expect(take()).toEqual({});
    expect(api.requests).toHaveLength(2);
  });

  it('stay the same array if a refetch fails', async () => {
    const api = await serveIssues();
    const { page, pages } = showPages(createTestStore(), { endpoint });
    await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
    const before = pages().pages;
    const held = api.hold('GET /repos/:repo/issues');
    await act(async () => {
      const refetching = pages()
        .refetch()
        .catch(() => {});
      await held.arrived;
      await held.release(reply(404));
      await refetching;
    });

    expect(pages().error).toMatchObject({ status: 404 });
    expect(pages().pages).toBe(before);
  });

  it('stop showing a deleted record', async () => {
    await serveIssues();
    const store = createTestStore();
    const { page } = showPages(store, { endpoint });
    await waitFor(() => expect(page.text()).toBe('a1,a2 >'));

    act(() => new Controller(store).set(deleted, { id: 'a1' }, { id: 'a1' }));

    expect(page.text()).toMatch(/^a2/);
  });

  it('refetch all pages', async () => {
    const api = await serveIssues();
    const { page, pages } = showPages(createTestStore(), { endpoint });
    await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
    await act(() => pages().fetchNext());
    api.titles.set('a1', 'new').set('a4', 'newer');

    await act(() => pages().refetch());

    expect(page.text()).toBe('new,a2 | a3,newer >');
    expect(api.requests).toHaveLength(4);
  });

  it('start over with other arguments, and fetch nothing without any', async () => {
    const api = await serveIssues();
    const { page, pages, show } = showPages(createTestStore(), { endpoint });
    await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
    await act(() => pages().fetchNext());

    show({ repo: 'b' });
    await waitFor(() => expect(page.text()).toBe('b1,b2 >'));
    show({ repo: null });

    expect(page.text()).toBe('');
    expect(api.requests).toHaveLength(3);
  });

  it('come back with earlier arguments, unless pages of others were added since', async () => {
    const api = await serveIssues();
    const { page, pages, show } = showPages(createTestStore(), { endpoint });
    await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
    await act(() => pages().fetchNext());

    show({ repo: 'b' });
    await waitFor(() => expect(page.text()).toBe('b1,b2 >'));
    show({ repo: 'a' });
    expect(page.text()).toBe('a1,a2 | a3,a4 >');

    show({ repo: 'b' });
    await act(() => pages().fetchNext());
    show({ repo: 'a' });
    expect(page.text()).toBe('a1,a2 >');
    expect(api.requests).toHaveLength(4);
  });

  it('come back after they are invalidated', async () => {
    const api = await serveIssues();
    const store = createTestStore();
    const { page, pages } = showPages(store, { endpoint });
    await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
    await act(() => pages().fetchNext());

    act(() => new Controller(store).invalidateAll(endpoint as typeof getPage));

    await waitFor(() => expect(page.text()).toBe('a1,a2 | a3,a4 >'));
    expect(api.requests).toHaveLength(4);
  });
});

it('sends one request when the next page is fetched twice', async () => {
  const api = await serveIssues();
  const { page, pages } = showPages(createTestStore());
  await waitFor(() => expect(page.text()).toBe('a1,a2 >'));

  await act(async () => {
    const { fetchNext } = pages();
    await Promise.all([fetchNext(), fetchNext()]);
  });

  expect(page.text()).toBe('a1,a2 | a3,a4 >');
  expect(api.requests).toHaveLength(2);
});

it('loads one page for each awaited call, with or without a render in between', async () => {
  const api = await serveIssues();
  const { page, pages } = showPages(createTestStore());
  await waitFor(() => expect(page.text()).toBe('a1,a2 >'));

  await act(async () => {
    const { fetchNext } = pages();
    for (let i = 0; i < 3; i++) await fetchNext();
  });

  expect(page.text()).toBe('a1,a2 | a3,a4 | a5');
  expect(api.requests).toHaveLength(3);
});

describe('a list that starts with the stored pages', () => {
  const showStored = (store: TestStore, initialPages = Infinity) => showPages(store, { initialPages });
  const leftWith = async (store: TestStore) => {
    const { page, pages } = showPages(store);
    await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
    await act(() => pages().fetchNext());
    await act(() => pages().fetchNext());
    page.unmount();
  };

  it('shows them in its first render, without a request while they are fresh', async () => {
    const api = await serveIssues();
    const store = createTestStore();
    await leftWith(store);

    const { page } = showStored(store);

    expect(page.text()).toBe('a1,a2 | a3,a4 | a5');
    expect(api.requests).toHaveLength(3);
  });

  it('shows at most `initialPages` of them', async () => {
    await serveIssues();
    const store = createTestStore();
    await leftWith(store);

    const { page, pages } = showStored(store, 2);
    expect(page.text()).toBe('a1,a2 | a3,a4 >');

    await act(() => pages().fetchNext());
    expect(page.text()).toBe('a1,a2 | a3,a4 | a5');
  });

  it('refetches the stale ones', async () => {
    const api = await serveIssues();
    const store = createTestStore();
    await leftWith(store);
    new Controller(store).expireAll(getPage);
    api.titles.set('a1', 'new').set('a5', 'newer');

    const { page } = showStored(store);
    expect(page.text()).toBe('a1,a2 | a3,a4 | a5');

    await waitFor(() => expect(page.text()).toBe('new,a2 | a3,a4 | newer'));
    expect(api.requests).toHaveLength(6);
  });

  it('refetches those that expire on arrival only once', async () => {
    const api = await serveIssues();
    const endpoint = getPlain.extend({ name: 'getExpired', dataExpiryLength: 0 }) as unknown as Endpoint;
    const store = createTestStore();
    const props = { endpoint, initialPages: 2 };
    for (const page of [1, 2]) await store.dispatch(endpoint.fetch({ repo: 'a', page }));
    api.titles.set('a1', 'new').set('a3', 'newer');

    const { page } = showPages(store, props);
    await waitFor(() => expect(page.text()).toBe('new,a2 | newer,a4 >'));

    expect(store.getState().rdc.inflight.size).toBe(0);
    expect(api.requests).toHaveLength(4);
  });

  it('ends before a missing page, and fetches it when it is added', async () => {
    const api = await serveIssues();
    const store = createTestStore();
    await leftWith(store);
    act(() => new Controller(store).invalidate(getPage, { repo: 'a', page: 2 }));

    const { page, pages } = showStored(store);
    expect(page.text()).toBe('a1,a2 >');

    await act(() => pages().fetchNext());
    expect(page.text()).toBe('a1,a2 | a3,a4 >');
    expect(api.requests).toHaveLength(4);
  });

  it('shows them for other arguments, too', async () => {
    const api = await serveIssues();
    const store = createTestStore();
    await leftWith(store);
    const { page, show } = showStored(store);

    show({ repo: 'b' });
    await waitFor(() => expect(page.text()).toBe('b1,b2 >'));
    show({ repo: 'a' });

    expect(page.text()).toBe('a1,a2 | a3,a4 | a5');
    expect(api.requests).toHaveLength(4);
  });

  it('ends if a page names itself as the next one', async () => {
    await serveIssues();
    const store = createTestStore();
    const Circle = () =>
      usePages(getPage, page => [{ repo: 'a', page }], {
        first: 1,
        next: () => 1,
        initialPages: Infinity,
      }).pages.flatMap(issues => issues.map(({ title }) => title));
    const first = renderIn(store, <Circle />);
    await waitFor(() => expect(first.text()).toBe('a1a2'));
    first.unmount();

    expect(renderIn(store, <Circle />).text()).toBe('a1a2');
  });
});

it('refetches pages one after the other, each from where the previous one now ends', async () => {
  let rows = ['d', 'c', 'b', 'a'];
  const api = await serve({
    'GET /after': ({ query: { after } }) =>
      rows
        .slice(rows.indexOf(String(after)) + 1)
        .slice(0, PAGE_SIZE)
        .map(id => ({ id, title: id })),
  });
  const getAfter = new ApiEndpoint({
    path: '/after',
    name: 'getAfter',
    searchParams: type<{ after: string | undefined }>(),
    schema: [Issue],
  });
  let latest: Pages<readonly Issue[]> | undefined;
  const List = () => {
    latest = usePages(getAfter, (after: string | undefined) => [{ after }], {
      next: issues => (issues.length < PAGE_SIZE ? undefined : issues.at(-1)?.id),
    });
    return latest.pages.map(issues => issues.map(({ title }) => title).join()).join(' | ');
  };
  const page = renderIn(createTestStore(), <List />);
  await waitFor(() => expect(page.text()).toBe('d,c'));
  await act(async () => latest?.fetchNext());
  expect(page.text()).toBe('d,c | b,a');

  rows = ['f', 'e', ...rows];
  await act(async () => latest?.refetch());
  expect(page.text()).toBe('f,e | d,c');
  rows = ['f'];
  await act(async () => latest?.refetch());

  expect(page.text()).toBe('f');
  expect(api.requests.slice(2)).toEqual(['GET /after', 'GET /after?after=e', 'GET /after']);
});

describe('pages after a first page that was refetched without them', () => {
  const getFollowing = new ApiEndpoint({
    path: '/following',
    name: 'getFollowing',
    searchParams: type<{ after: string | undefined }>(),
    schema: [Issue],
  });

  /** A feed on screen, with two pages. */
  async function showFeed() {
    const feed = { rows: ['d', 'c', 'b', 'a'], isDown: false };
    const api = await serve({
      'GET /following': ({ query: { after } }) =>
        feed.isDown && after
          ? reply(503)
          : feed.rows
              .slice(feed.rows.indexOf(String(after)) + 1)
              .slice(0, PAGE_SIZE)
              .map(id => ({ id, title: id })),
    });
    const store = createTestStore();
    let latest: Pages<readonly Issue[]> | undefined;
    const refetching = new Set<boolean>();
    const Feed = () => {
      latest = usePages(getFollowing, (after: string | undefined) => [{ after }], {
        next: issues => (issues.length < PAGE_SIZE ? undefined : issues.at(-1)?.id),
      });
      refetching.add(latest.isRefetching);
      return latest.pages.map(issues => issues.map(({ title }) => title).join()).join(' | ');
    };
    const page = renderIn(store, <Feed />);
    await waitFor(() => expect(page.text()).toBe('d,c'));
    await act(async () => latest?.fetchNext());
    expect(page.text()).toBe('d,c | b,a');
    const showIn = (other: TestStore) => page.rerender(<Feed />, other);
    return { api, feed, store, page, showIn, refetching, by: new Controller(store), pages: () => latest };
  }

  it('continue from it again, without a gap', async () => {
    const { api, feed, page, refetching, by, pages } = await showFeed();
    expect([...refetching]).toEqual([false]);

    feed.rows = ['f', 'e', ...feed.rows];
    await act(async () => void (await by.refetchAll(getFollowing)));
    await waitFor(() => expect(page.text()).toBe('f,e | d,c'));
    expect([...refetching]).toEqual([false, true]);
    await waitFor(() => expect(pages()?.isRefetching).toBe(false));
    await act(async () => pages()?.fetchNext());

    expect(page.text()).toBe('f,e | d,c | b,a');
    expect(api.requests.slice(2)).toEqual([
      'GET /following',
      'GET /following?after=c',
      'GET /following?after=e',
      'GET /following?after=c',
    ]);
  });

  it('continue from it in another store with lower sequence numbers', async () => {
    const { feed, page, showIn, by, pages } = await showFeed();
    await act(async () => {
      for (let n = 0; n < 9; n++) by.set(Issue, { id: 'x', title: `${n}` });
    });
    feed.rows = ['e', ...feed.rows];
    await act(async () => void (await by.fetch(getFollowing, { after: undefined })));
    await waitFor(() => expect(page.text()).toBe('e,d | c,b'));
    const other = createTestStore();
    showIn(other);
    await waitFor(() => expect(page.text()).toBe('e,d'));
    await act(async () => pages()?.fetchNext());

    feed.rows = ['f', ...feed.rows];
    await act(async () => void (await new Controller(other).fetch(getFollowing, { after: undefined })));

    await waitFor(() => expect(page.text()).toBe('f,e | d,c'));
  });

  it('are requested only once if that fails', async () => {
    const { api, feed, page, by, pages } = await showFeed();

    Object.assign(feed, { rows: ['e', ...feed.rows], isDown: true });
    await act(async () => void (await by.fetch(getFollowing, { after: undefined })));
    await waitFor(() => expect(pages()?.error?.status).toBe(503));
    await act(() => new Promise(resolve => setTimeout(resolve, 50)));

    expect(page.text()).toBe('e,d | b,a');
    expect(api.requests.slice(2)).toEqual(['GET /following', 'GET /following?after=d']);
  });

  it('stay if one of their records is deleted or changes', async () => {
    const { api, store, page, by } = await showFeed();

    await act(async () => {
      by.set(deleted, { id: 'c' }, 'c');
      by.set(Issue, { id: 'b', title: 'B' });
    });

    expect(page.text()).toBe('d | B,a');
    expect(store.getState().rdc.inflight.size).toBe(0);
    expect(api.requests).toHaveLength(2);
  });
});

it('continues after a refetch while a deletion on the last page is pending', async () => {
  await serveIssues();
  const store = createTestStore();
  const { page, pages } = showPages(store);
  await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
  const deletion = new AbortController();
  await act(async () => {
    store.dispatch(deleteAtOnce.fetch({ repo: 'a', id: 'a1' }, deletion.signal)).catch(() => {});
  });
  expect(page.text()).toBe('a2 >');
  await act(async () => new Controller(store).refetchAll(getPage));
  expect(page.text()).toBe('a2 >');
  await act(() => pages().fetchNext());
  expect(page.text()).toBe('a2 | a3,a4 >');

  await act(async () => deletion.abort());
  expect(page.text()).toBe('a1,a2 | a3,a4 >');
});

it('refetches nothing because another function names other pages', async () => {
  const api = await serveIssues();
  const store = createTestStore();
  let latest: Pages<readonly Issue[]> | undefined;
  const List = ({ step }: { readonly step: number }) => {
    latest = usePages(getPlain, (page: number) => [{ repo: 'a', page }], {
      first: 1,
      next: (_issues, page) => page + step,
    });
    return latest.pages.map(issues => issues.map(({ title }) => title).join()).join(' | ');
  };
  const page = renderIn(store, <List step={1} />);
  await waitFor(() => expect(page.text()).toBe('a1,a2'));
  await act(async () => latest?.fetchNext());

  page.rerender(<List step={2} />);
  act(() => new Controller(store).set(Issue, { id: 'a1', title: 'A' }));

  expect(page.text()).toBe('A,a2 | a3,a4');
  expect(store.getState().rdc.inflight.size).toBe(0);
  expect(api.requests).toHaveLength(2);
});

it('refetches a page that was fetched before the previous page', async () => {
  const api = await serveIssues();
  const { page, pages } = showPages(createTestStore());
  await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
  await act(async () => pages().fetchNext());
  await act(async () => pages().fetchNext());
  api.titles.set('a3', 'moved');
  await act(async () => pages().refetchFirst());
  expect(page.text()).toBe('a1,a2 >');

  await act(async () => pages().fetchNext());
  await act(async () => pages().fetchNext());

  expect(page.text()).toBe('a1,a2 | moved,a4 | a5');
  expect(api.requests.map(request => request.split('=')[1])).toEqual(['1', '2', '3', '1', '2', '3']);
});

/** Shows the first page of a second list while the next page of the first list is in flight. */
async function showAnotherList() {
  const api = await serveIssues();
  const { page, pages, show } = showPages(createTestStore());
  await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
  const heldOfA = api.hold('GET /repos/a/issues');
  let loadingA: Promise<void> | undefined;
  act(() => {
    loadingA = pages().fetchNext();
  });
  await heldOfA.arrived;
  expect(pages().isFetchingNext).toBe(true);
  show({ repo: 'b' });
  await waitFor(() => expect(page.text()).toBe('b1,b2 >'));
  const endA = async () => {
    await heldOfA.release();
    await act(() => loadingA);
  };
  return { api, page, pages, endA };
}

it('does not add a page of another list that arrives late', async () => {
  const { page, pages, endA } = await showAnotherList();
  await act(() => pages().fetchNext());

  await endA();

  expect(page.text()).toBe('b1,b2 | b3,b4 >');
});

it('adds a page of the current list if one of the previous list arrives first', async () => {
  const { api, page, pages, endA } = await showAnotherList();
  const heldOfB = api.hold('GET /repos/b/issues');
  let loading: Promise<void> | undefined;
  act(() => {
    loading = pages().fetchNext();
  });
  await heldOfB.arrived;

  await endA();
  await heldOfB.release();
  await act(() => loading);

  expect(page.text()).toBe('b1,b2 | b3,b4 >');
});

it('shows all pages of an endpoint that each render creates', async () => {
  await serveIssues();
  let latest: Pages<readonly Issue[]> | undefined;
  const List = () => {
    const endpoint = getPage.extend({ name: 'pagesMadeInRender', dataExpiryLength: 300_000 });
    latest = usePages(endpoint, (page: number) => [{ repo: 'a', page }], {
      first: 1,
      next: (issues, page) => (issues.length < PAGE_SIZE ? undefined : page + 1),
    });
    return latest.pages.map(issues => issues.map(({ title }) => title).join()).join(' | ');
  };
  const page = renderIn(createTestStore(), <List />);
  await waitFor(() => expect(page.text()).toBe('a1,a2'));

  await act(() => latest?.fetchNext());
  await act(() => latest?.fetchNext());

  expect(page.text()).toBe('a1,a2 | a3,a4 | a5');
});

/** Shows the first page after a request for the next one has failed. */
async function showFailedNext() {
  const api = await serveIssues();
  const store = createTestStore();
  const { page, pages } = showPages(store);
  await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
  const held = api.hold('GET /repos/a/issues');
  act(() => void pages().fetchNext());
  await held.arrived;
  await held.release(reply(404));
  await waitFor(() => expect(pages().error?.name).toBe('NetworkError'));
  return { page, pages, store };
}

it('keeps its pages when the next one fails, and can retry', async () => {
  const { page, pages } = await showFailedNext();
  expect(pages().pages).toHaveLength(1);
  await act(() => pages().fetchNext());

  expect(page.text()).toBe('a1,a2 | a3,a4 >');
});

it('clears the error of a page once a later request succeeds', async () => {
  const { pages } = await showFailedNext();

  await act(() => pages().refetchFirst());

  expect(pages().error).toBeUndefined();
});

it.each<[what: string, succeed: (data: Controller) => unknown]>([
  ['the first page was refetched elsewhere', data => data.refetchAll(getPage)],
  ['that page was fetched elsewhere', data => data.fetch(getPage, { repo: 'a', page: 2 })],
  ['the store was reset', data => data.resetEntireStore()],
])('clears the error of a page once %s', async (_what, succeed) => {
  const { pages, store } = await showFailedNext();
  expect(pages().error).toMatchObject({ status: 404 });

  await act(async () => {
    await succeed(new Controller(store));
  });

  await waitFor(() => expect(pages().error).toBeUndefined());
});

it.each<[how: string, remove: (data: Controller) => unknown]>([
  ['at once', data => data.fetch(deleteAtOnce, { repo: 'a', id: 'a1' })],
  ['by a message', data => data.set(deleted, { id: 'a1' }, { id: 'a1' })],
])('still has a next page if a record of the last one is deleted %s', async (_how, remove) => {
  await serveIssues();
  const store = createTestStore();
  const { page, pages, show } = showPages(store);
  await waitFor(() => expect(page.text()).toBe('a1,a2 >'));

  act(() => void remove(new Controller(store)));
  await waitFor(() => expect(page.text()).toBe('a2 >'));
  show({ repo: 'b' });
  await waitFor(() => expect(page.text()).toBe('b1,b2 >'));
  show({ repo: 'a' });
  await act(() => pages().fetchNext());

  expect(page.text()).toBe('a2 | a3,a4 >');
});

it('goes back to the first page if it shows one page at a time', async () => {
  await serveIssues();
  const { page, pages } = showPages(createTestStore(), { maxPages: 1 });
  await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
  await act(() => pages().fetchNext());
  expect(page.text()).toBe('< a3,a4 >');

  await act(() => pages().refetchFirst());

  expect(page.text()).toBe('a1,a2 >');
});

describe('a page added during a refetch', () => {
  const start = async (props: ListProps = {}) => {
    const api = await serveIssues();
    const { page, pages } = showPages(createTestStore(), props);
    await waitFor(() => expect(pages().pages).toHaveLength(1));
    const held = api.hold('GET /repos/a/issues');
    let refetched: Promise<void> | undefined;
    act(() => {
      refetched = pages().refetch();
    });
    await held.arrived;
    const end = () =>
      act(async () => {
        await held.release();
        await refetched;
      });
    return { api, page, pages, end };
  };

  it('stays when the refetch completes', async () => {
    const { api, page, pages, end } = await start();
    await act(() => pages().fetchNext());
    expect(page.text()).toBe('a1,a2 | a3,a4 >');
    await end();

    expect(page.text()).toBe('a1,a2 | a3,a4 >');
    expect(api.requests).toHaveLength(3);
  });

  it('stays in front of the others', async () => {
    const { page, pages, end } = await start({ first: 2 });
    await act(() => pages().fetchPrevious());
    await end();

    expect(page.text()).toBe('a1,a2 | a3,a4 >');
  });

  it('replaces another one if `maxPages` is reached', async () => {
    const { page, pages, end } = await start({ maxPages: 1 });
    await act(() => pages().fetchNext());
    await end();

    expect(page.text()).toBe('< a3,a4 >');
  });

  it('goes if only the first page is refetched', async () => {
    const { page, pages, end } = await start({ maxPages: 2 });
    await act(() => pages().fetchNext());
    act(() => void pages().refetchFirst());
    await end();
    await waitFor(() => expect(pages().isRefetching).toBe(false));

    expect(page.text()).toBe('a1,a2 >');
  });
});

it('does not refetch the first page if the arguments are null', async () => {
  const api = await serveIssues();
  const { pages } = showPages(createTestStore(), { repo: null });

  await act(() => pages().refetchFirst());

  expect(api.requests).toEqual([]);
});

it('does not treat a request that a reset aborted as an error', async () => {
  const api = await serveIssues();
  const store = createTestStore();
  const { page, pages } = showPages(store);
  await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
  const held = api.hold('GET /repos/a/issues');
  act(() => void pages().fetchNext());
  await held.arrived;

  act(() => new Controller(store).resetEntireStore());
  await waitFor(() => expect(page.text()).toBe('a1,a2 >'));
  await waitFor(() => expect(pages().isFetchingNext).toBe(false));

  expect(pages().error).toBeUndefined();
});

it('returns the error of the first page', async () => {
  await serve({ 'GET /repos/:repo/issues': () => reply(404) });
  const { page } = showPages(createTestStore());

  await waitFor(() => expect(page.text()).toBe('NetworkError'));
});

it('looks up its pages in a render that changes none of them, and not again afterwards', async () => {
  await serveIssues();
  const asked: number[] = [];
  let latest: Pages<readonly Issue[]> | undefined;
  const argsOf = (page: number) => {
    asked.push(page);
    return [{ repo: 'a', page }] as const;
  };
  const List = () => {
    latest = usePages(getPlain, argsOf, { first: 1, next: (_issues, page) => page + 1 });
    return latest.pages.length;
  };
  const page = renderIn(createTestStore(), <List />);
  await waitFor(() => expect(page.text()).toBe('1'));
  await act(() => latest?.fetchNext());
  await act(() => latest?.fetchNext());
  expect(page.text()).toBe('3');
  asked.length = 0;

  page.rerender(<List />);

  // The first one also names the list; Strict Mode renders twice.
  expect(asked).toEqual([1, 1, 2, 3, 1, 1, 2, 3]);
});

it('follows cursors in the page', async () => {
  const api = await serveIssues();
  const store = createTestStore();
  let latest: ReturnType<typeof useWrapped> | undefined;
  const useWrapped = () =>
    usePages(getWrapped, after => [{ after }], { first: '', next: ({ next }) => next || undefined });
  const List = () => {
    latest = useWrapped();
    const titles = latest.pages.flatMap(({ items }) => items.map(({ title }) => title));
    return (
      <>
        {titles.join()}
        {latest.hasNext && ' >'}
      </>
    );
  };
  const page = renderIn(store, <List />);
  await waitFor(() => expect(page.text()).toBe('w1,w2,w3 >'));

  await act(async () => latest?.fetchNext());

  expect(page.text()).toBe('w1,w2,w3,w4,w5');
  expect(api.requests).toEqual(['GET /wrapped?after=', 'GET /wrapped?after=3']);
});

describe('pages of getList, whose first page needs no cursor', () => {
  const links = new ApiEndpoint({ path: '/linked', name: 'getLinked', schema: [Issue], meta: pageLinks });
  const { getList } = resource({
    path: '/feeds/:feed/:id',
    schema: Issue,
    paginationField: 'after',
    Endpoint: ApiEndpoint,
  }).extend({ getList: { schema: { items: new Collection([Issue]), next: '', before: '' } } });

  async function serveFeed() {
    const titles = ['x1', 'x2', 'x3'];
    const api = await serve({
      'GET /feeds/:feed': ({ query: { after } }) => {
        const at = after === undefined ? 0 : Number(after);
        return {
          items: [{ id: `x${at}`, title: titles[at] }],
          next: at < 2 ? String(at + 1) : null,
          before: at > 0 ? String(at - 1) : '',
        };
      },
      'GET /linked': ({ query: { page = '1' } }) =>
        reply(
          200,
          [{ id: `p${page}`, title: `p${page}` }],
          page === '1' ? { Link: '</linked?page=2>; rel="next"' } : {},
        ),
    });
    return Object.assign(api, { titles });
  }

  function showFeed(store: TestStore) {
    let latest: ReturnType<typeof useFeed> | undefined;
    const useFeed = () =>
      usePages(getList, (after: string | undefined) => [{ feed: 'f', after }], {
        next: 'next',
        previous: 'before',
      });
    const Feed = () => {
      latest = useFeed();
      const { pages, hasNext, hasPrevious } = latest;
      const titles = pages.flatMap(({ items }) => items.map(({ title }) => title)).join();
      return (
        <>
          {hasPrevious && '< '}
          {titles}
          {hasNext && ' >'}
        </>
      );
    };
    const page = renderIn(store, <Feed />);
    return { page, feed: () => latest as NonNullable<typeof latest> };
  }

  it('continue by a field of the page, even after the component remounts', async () => {
    const api = await serveFeed();
    const store = createTestStore();
    const first = showFeed(store);
    await waitFor(() => expect(first.page.text()).toBe('x1 >'));
    await act(async () => first.feed().fetchNext());
    expect(first.page.text()).toBe('x1,x2 >');
    first.page.unmount();

    const again = showFeed(store);
    expect(again.page.text()).toBe('x1 >');
    await act(async () => again.feed().fetchNext());
    await act(async () => again.feed().fetchNext());

    expect(again.page.text()).toBe('x1,x2,x3');
    expect(api.requests).toEqual(['GET /feeds/f', 'GET /feeds/f?after=1', 'GET /feeds/f?after=2']);
  });

  it('coexist with a page of getPage with the same URL', async () => {
    await serveFeed();
    const store = createTestStore();
    await store.dispatch(getList.getPage.fetch({ feed: 'f', after: '1' }));

    const { page, feed } = showFeed(store);
    await waitFor(() => expect(page.text()).toBe('x1 >'));
    await act(async () => feed().fetchNext());

    expect(page.text()).toBe('x1,x2 >');
  });

  it('refetch only the first page, and then show no other', async () => {
    const api = await serveFeed();
    const { page, feed } = showFeed(createTestStore());
    await waitFor(() => expect(page.text()).toBe('x1 >'));
    await act(async () => feed().fetchNext());
    api.titles[0] = 'new';

    await act(async () => feed().refetchFirst());

    expect(page.text()).toBe('new >');
    expect(api.requests).toHaveLength(3);
  });

  it('continue by a header, and return it', async () => {
    const api = await serveFeed();
    const endpoint = links.extend({
      name: 'getLinkedPage',
      searchParams: type<{ page?: string | undefined }>(),
    });
    let latest: ReturnType<typeof useLinked> | undefined;
    const useLinked = () =>
      usePages(endpoint, (page: string | undefined) => [{ page }], {
        next: (_page, _cursor, meta) => meta?.next?.page,
      });
    const Linked = () => {
      latest = useLinked();
      return (
        <>
          {latest.pages
            .flat()
            .map(({ title }) => title)
            .join()}
        </>
      );
    };
    const page = renderIn(createTestStore(), <Linked />);
    await waitFor(() => expect(page.text()).toBe('p1'));
    expect(latest?.metas).toEqual([{ next: { page: '2' } }]);

    await act(async () => latest?.fetchNext());

    expect(page.text()).toBe('p1,p2');
    expect(latest?.hasNext).toBe(false);
    expect(latest?.metas).toEqual([{ next: { page: '2' } }, {}]);
    expect(api.requests).toEqual(['GET /linked', 'GET /linked?page=2']);
  });
});

describe.each([
  ['getPage', getPage],
  ['getList', IssueResource.getList.extend({ searchParams: type<{ page: number }>() })],
  ['lists that maintain themselves', kept],
  ['an envelope of a list', inEnvelope],
  ['an envelope behind a Query', inEnvelope.extend({ schema: queried, name: 'getQueried' })],
  ['an envelope of an array', inEnvelope.extend({ schema: inArray, name: 'getArrays' })],
  ['a list that a Query takes out of an envelope', inEnvelope.extend({ schema: taken, name: 'getTaken' })],
])('a record on several pages of %s', (_what, given) => {
  const endpoint = given as unknown as typeof getPlain;

  /** The server's list, whose pages shift. */
  async function serveShifting() {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const page = ({ query }: { query: Readonly<Record<string, unknown>> }) => {
      const start = (Number(query.page) - 1) * PAGE_SIZE;
      return ids.slice(start, start + PAGE_SIZE).map(id => ({ id, title: id }));
    };
    const api = await serve({
      'GET /repos/:repo/issues': page,
      'GET /kept': page,
      'GET /envelopes': call => ({ items: page(call), users: [{ id: 'u', title: 'u' }] }),
    });
    return Object.assign(api, { ids });
  }

  function show(store: TestStore) {
    let latest: Pages<readonly Issue[]> | undefined;
    const { count, take } = renderCounts();
    const List = () => {
      count('list');
      latest = usePages(endpoint, page => [{ repo: 'r', page }], {
        first: 1,
        next: (page, cursor) => (listOf(page).length < PAGE_SIZE ? undefined : cursor + 1),
      });
      const text = latest.pages.map(page => listOf(page).map(({ title }) => title));
      return <>{text.map(titles => titles.join()).join(' | ')}</>;
    };
    const page = renderIn(store, <List />);
    return { page, take, pages: () => latest as Pages<readonly Issue[]> };
  }

  it('is shown once, on the page that was requested last', async () => {
    const { ids } = await serveShifting();
    const store = createTestStore();
    const { page, pages, take } = show(store);
    await waitFor(() => expect(page.text()).toBe('a,b'));

    ids.unshift('new');
    await act(() => pages().fetchNext());
    expect(page.text()).toBe('a | b,c');
    await act(() => pages().fetchNext());
    // Whether there are more depends on the page as it arrived.
    expect(page.text()).toBe('a | b,c | d,e');
    expect(pages().hasNext).toBe(true);

    const before = pages().pages;
    take();
    act(() => new Controller(store).set(Issue, { id: 'c', title: 'C' }));
    expect(page.text()).toBe('a | b,C | d,e');
    expect(take()).toEqual({ list: 1 });
    expect(pages().pages[0]).toBe(before[0]);
    expect(pages().pages[2]).toBe(before[2]);

    ids.splice(0, ids.length, 'c', 'new', 'a', 'b', 'd');
    await act(() => pages().refetch());
    expect(page.text()).toBe('c,new | a,b | d');
  });

  it('is shown on the first page once it has moved there and only that page was refetched', async () => {
    const { ids } = await serveShifting();
    const store = createTestStore();
    const { page, pages } = show(store);
    await waitFor(() => expect(page.text()).toBe('a,b'));
    await act(() => pages().fetchNext());
    expect(page.text()).toBe('a,b | c,d');

    ids.splice(0, ids.length, 'd', 'a', 'b', 'c', 'e');
    await act(() => store.dispatch(endpoint.fetch({ repo: 'r', page: 1 })));

    expect(page.text()).toBe('d,a | c');
  });
});

it('keeps everything else in an envelope, and equal values, on each page', async () => {
  await serve({
    'GET /envelopes': ({ query }) => ({
      items: [{ id: String(query.page), title: '' }],
      users: [{ id: 'u', title: '' }],
    }),
    'GET /tags': ({ query }) => ['new', null, `tag ${query.page}`],
  });
  const getTags = new ApiEndpoint({
    path: '/tags',
    name: 'getTags',
    searchParams: type<{ page: number }>(),
    schema: [type<string | null>()],
  });
  let latest: readonly [Pages<unknown>, Pages<unknown>] | undefined;
  const List = () => {
    const options = { first: 1, next: (_page: unknown, page: number) => page + 1 };
    latest = [
      usePages(inEnvelope, page => [{ page }], options),
      usePages(getTags, page => [{ page }], options),
    ];
    return null;
  };
  renderIn(createTestStore(), <List />);
  await waitFor(() => expect(latest?.every(({ pages }) => pages.length === 1)).toBe(true));

  await act(async () => Promise.all(latest?.map(({ fetchNext }) => fetchNext()) ?? []));

  expect(latest?.[0].pages).toMatchObject([{ users: [{ id: 'u' }] }, { users: [{ id: 'u' }] }]);
  expect(latest?.[1].pages).toEqual([
    ['new', null, 'tag 1'],
    ['new', null, 'tag 2'],
  ]);
});

it('refetches the next page if a record on it came into doubt while the page was in flight', async () => {
  const { server, store, arrival, settle, newRequests } = await startCards();
  server.pageSize = PAGE_SIZE;
  const getCards = new ApiEndpoint({
    path: '/cards',
    name: 'getCards',
    searchParams: type<{ after: string }>(),
    schema: [Card],
  });
  let latest: Pages<readonly Card[]> | undefined;
  const List = () => {
    latest = usePages(getCards, after => [{ after }], {
      first: '0',
      next: page => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    });
    return latest.pages.flatMap(page => page.map(({ title }) => title)).join();
  };
  const page = renderIn(store, <List />);
  const first = await arrival('GET /cards?after=0');
  await act(async () => {
    first.respond();
    await settle();
  });
  const { partialUpdate } = CardResource;
  const renames = ['a', 'b'].map(title => store.dispatch(partialUpdate.fetch({ id: '3' }, { title })));
  const visits = [await arrival('PATCH /cards/3'), await arrival('PATCH /cards/3')];
  let fetching: Promise<void> | undefined;
  act(() => {
    fetching = latest?.fetchNext();
  });
  const next = await arrival('GET /cards?after=2');
  const requests = newRequests();

  await act(async () => {
    for (const visit of visits.toReversed()) visit.respond();
    await Promise.all(renames);
    next.respond();
    await fetching;
  });
  await act(async () => void (await settle()));

  expect(requests()).toEqual(['GET /cards?after=2']);
  expect(page.text()).toBe('1,2,a');
});
