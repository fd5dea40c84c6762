import { act, waitFor } from '@testing-library/react';
import { Controller, dehydrate, Entity, resource } from 'rdc-toolkit';
import { type Pages, usePages } from 'rdc-toolkit/react';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { renderIn } from './renderIn';

class Issue extends Entity {
  id = '';
  title = '';
  static key = 'PageAsItCame.Issue';
}
const IssueResource = resource({
  path: '/issues/:id',
  schema: Issue,
  paginationField: 'page',
  Endpoint: ApiEndpoint,
});
const { getPage } = IssueResource.getList;
const PAGE_SIZE = 2;

async function serveIssues() {
  let ids = ['1', '2', '3', '4', '5'];
  return serve({
    'GET /issues': ({ query }) => {
      const start = (Number(query.page) - 1) * PAGE_SIZE;
      return ids.slice(start, start + PAGE_SIZE).map(id => ({ id, title: id }));
    },
    'DELETE /issues/:id': ({ params }) => {
      ids = ids.filter(id => id !== params.id);
      return {};
    },
  });
}

function show(store: TestStore) {
  let latest!: Pages<readonly Issue[]>;
  const List = () => {
    latest = usePages(getPage, (page: number) => [{ page }], {
      first: 1,
      // As in docs/api/usePages.md.
      next: (issues, page) => (issues.length < PAGE_SIZE ? undefined : page + 1),
    });
    return <p>{latest.pages.flat().map(({ id }) => id)}</p>;
  };
  return { ...renderIn(store, <List />), pages: () => latest };
}

it('goes on after a page of which a record is deleted while it is on screen', async () => {
  await serveIssues();
  const store = createTestStore();
  const { pages } = show(store);
  await waitFor(() => expect(pages().pages).toHaveLength(1));
  await act(async () => void (await store.dispatch(IssueResource.delete.fetch({ id: '1' }))));

  expect(pages().hasNext).toBe(true);
});

it('goes on after a page that was prefetched, and of which a record was deleted before it is shown', async () => {
  await serveIssues();
  const store = createTestStore();
  await store.dispatch(getPage.fetch({ page: 1 }));
  await store.dispatch(IssueResource.delete.fetch({ id: '1' }));
  const { pages } = show(store);
  await waitFor(() => expect(pages().pages).toHaveLength(1));

  expect(pages().pages[0]).toBe(getPage.select({ page: 1 })(store.getState()).data);
  expect(pages().pages[0]).toHaveLength(1);
  expect(pages().hasNext).toBe(true);
});

it('goes on after a page that was restored, and of which a record was deleted before it was saved', async () => {
  await serveIssues();
  const store = createTestStore();
  const { pages, unmount } = show(store);
  await waitFor(() => expect(pages().pages).toHaveLength(1));
  await act(async () => void (await store.dispatch(IssueResource.delete.fetch({ id: '1' }))));
  unmount();
  const saved = JSON.parse(JSON.stringify(dehydrate(store.getState().rdc)));
  const next = createTestStore();
  new Controller(next).hydrate(saved);
  const again = show(next);
  await waitFor(() => expect(again.pages().pages).toHaveLength(1));

  expect(again.pages().hasNext).toBe(true);
});

it('goes on after a page of which a record was deleted while the page was in flight', async () => {
  const api = await serveIssues();
  const store = createTestStore();
  // The server works on a held request when it arrives, and its response comes when it is released.
  const late = api.hold('GET /issues?page=1');
  const { pages } = show(store);
  await late.arrived;
  await act(async () => void (await store.dispatch(IssueResource.delete.fetch({ id: '1' }))));
  await act(async () => void (await late.release()));
  await waitFor(() => expect(pages().pages).toHaveLength(1));

  expect(
    pages()
      .pages.flat()
      .map(({ id }) => id),
  ).toEqual(['2']);
  expect(pages().hasNext).toBe(true);
});

it.each([
  ['a number', 'id', [1, 2, 3, 4, 5]],
  ['another field', 'slug', ['a', 'b', 'c', 'd', 'e']],
] as const)(
  'goes on after a page whose last record, with %s as its key, is deleted',
  async (_what, field, all) => {
    class Item extends Entity {
      id = 0;
      slug = '';
      static key = `PageAsItCame.${field}`;
      override pk() {
        return `${this[field]}`;
      }
    }
    const items = resource({
      path: `/items/:${field}`,
      schema: Item,
      paginationField: 'after',
      Endpoint: ApiEndpoint,
    });
    let keys: readonly (number | string)[] = all;
    await serve({
      'GET /items': ({ query: { after } }) =>
        keys
          .filter(key => !after || key > (field === 'id' ? Number(after) : after))
          .slice(0, PAGE_SIZE)
          .map(key => ({ [field]: key })),
      [`DELETE /items/:${field}`]: ({ params }) => {
        keys = keys.filter(key => `${key}` !== params[field]);
        return {};
      },
    });
    const store = createTestStore();
    const first = items.getList.getPage as unknown as typeof getPage;
    await store.dispatch(first.fetch({ after: '' } as never));
    await store.dispatch(items.delete.fetch({ [field]: all[1] } as never));
    let latest!: Pages<readonly Issue[]>;
    const List = () => {
      latest = usePages(first, (after: unknown) => [{ after }] as never, {
        first: '' as unknown,
        next: page => (page.at(-1) as unknown as Item)[field],
      });
      return null;
    };
    renderIn(store, <List />);
    await waitFor(() => expect(latest.pages).toHaveLength(1));
    await act(async () => void (await latest.fetchNext()));

    expect(latest.pages.flat().map(item => (item as unknown as Item)[field])).toEqual([
      all[0],
      all[2],
      all[3],
    ]);
  },
);
