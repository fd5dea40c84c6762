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
class Item extends Entity {
  id = 0;
  slug = '';
  room = '';
  static key = 'PageAsItCame.Item';
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

it('has a next page after a record is deleted from a page on screen', async () => {
  await serveIssues();
  const store = createTestStore();
  const { pages } = show(store);
  await waitFor(() => expect(pages().pages).toHaveLength(1));
  await act(async () => void (await store.dispatch(IssueResource.delete.fetch({ id: '1' }))));

  expect(pages().hasNext).toBe(true);
});

it('has a next page after a record is deleted from a prefetched page', async () => {
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

it('has a next page after a record is deleted from a page that was saved and restored', async () => {
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

it('has a next page after a record is deleted from a page in flight', async () => {
  const api = await serveIssues();
  const store = createTestStore();
  // The server handles a held request when it arrives, and responds when it is released.
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

it.each<[string, string, readonly (number | string)[], (item: Item) => string]>([
  ['a number', 'id', [1, 2, 3, 4, 5], ({ id }) => `${id}`],
  ['another field', 'slug', ['a', 'b', 'c', 'd', 'e'], ({ slug }) => slug],
  ['a prefix in front of it', 'id', [1, 2, 3, 4, 5], ({ id }) => `n-${id}`],
  [
    'what stands in the path',
    'slug',
    ['a', 'b', 'c', 'd', 'e'],
    ({ room, slug }) => room && `${room}:${slug}`,
  ],
  ['one field or another', 'slug', ['a', 'b', 'c', 'd', 'e'], ({ slug, id }) => slug || `${id}`],
])(
  'continues after a page whose last record, with a key of %s, is deleted',
  async (what, field, all, keyOf) => {
    class Keyed extends Item {
      static override key = `PageAsItCame.${what}`;
      override pk() {
        return keyOf(this);
      }
    }
    const items = resource({
      path: `/rooms/:room/items/:${field}` as '/rooms/:room/items/:id',
      schema: Keyed,
      paginationField: 'after',
      Endpoint: ApiEndpoint,
    });
    let keys = all;
    await serve({
      'GET /rooms/:room/items': ({ params, query: { after } }) =>
        keys
          .filter(key => !after || key > (field === 'id' ? Number(after) : after))
          .slice(0, PAGE_SIZE)
          .map(key => ({ ...params, [field]: key })),
      [`DELETE /rooms/:room/items/:${field}`]: ({ params }) => {
        keys = keys.filter(key => `${key}` !== params[field]);
        return {};
      },
    });
    const store = createTestStore();
    const room = { room: 'r' };
    const first = items.getList.getPage;
    await store.dispatch(first.fetch({ ...room, after: '' }));
    await store.dispatch(items.delete.fetch({ ...room, [field]: all[1] } as never));
    const fieldOf = (item: Item | undefined) => (item as object as Record<string, number | string>)[field];
    let latest!: Pages<readonly Item[]>;
    const List = () => {
      latest = usePages(first, (after: unknown) => [{ ...room, after: after as string }], {
        first: '' as unknown,
        next: page => fieldOf(page.at(-1)),
      });
      return null;
    };
    renderIn(store, <List />);
    await waitFor(() => expect(latest.pages).toHaveLength(1));
    await act(async () => void (await latest.fetchNext()));

    expect(latest.pages.flat().map(fieldOf)).toEqual([all[0], all[2], all[3]]);
  },
);
