import { act, waitFor } from '@testing-library/react';
import { Collection, Controller, Entity, type } from 'rdc-toolkit';
import { type Pages, usePages } from 'rdc-toolkit/react';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { untilServed } from '../helpers/untilQuiet';
import { renderIn } from './renderIn';

class Row extends Entity {
  id = '';
  static key = 'PagesOfAnotherList.Row';
}

const getRows = new ApiEndpoint({
  path: '/rows',
  name: 'pagesOfAnotherList.getRows',
  searchParams: type<{ after?: string }>(),
  schema: { items: new Collection([Row]), next: type<string | null>() },
});

/** Rows, two on a page; a cursor is the id of the last row, and invalid once that row is gone. */
async function serveRows() {
  const world = {
    rows: ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'],
    /** What the last page names as the next page. */
    beyond: (_after?: string): string | undefined => undefined,
  };
  const api = await serve({
    'GET /rows': ({ query }) => {
      const { after } = query as { after?: string };
      const start = after === undefined ? 0 : world.rows.indexOf(after) + 1;
      if (after !== undefined && start === 0) return reply(400);
      const ids = world.rows.slice(start, start + 2);
      const next = start + 2 < world.rows.length ? ids[1] : (world.beyond(after) ?? null);
      return { items: ids.map(id => ({ id })), next };
    },
  });
  return Object.assign(api, { world });
}

/** Three pages on screen. */
async function showThree(beyond = (_after?: string): string | undefined => undefined) {
  const api = await serveRows();
  api.world.beyond = beyond;
  const store = createTestStore();
  let latest: Pages<{ readonly items: readonly Row[] }> | undefined;
  const Rows = () => {
    latest = usePages(getRows, (after: string | undefined) => [after === undefined ? {} : { after }], {
      next: 'next',
    });
    const { pages, error, hasNext } = latest;
    const text = pages.map(({ items }) => items.map(({ id }) => id).join()).join(' | ');
    return `${text}${error ? ` !${error.status}` : ''}${hasNext ? ' >' : ''}`;
  };
  const page = renderIn(store, <Rows />);
  await waitFor(() => expect(page.text()).toBe('r1,r2 >'));
  await act(async () => latest?.fetchNext());
  await act(async () => latest?.fetchNext());
  expect(page.text()).toBe('r1,r2 | r3,r4 | r5,r6');
  const before = api.requests.length;
  return { api, before, page, store, pages: () => latest, controller: new Controller(store) };
}

it('usePages does not use the cursors of the session before', async () => {
  const { api, before, page, controller, store } = await showThree();
  api.world.rows = ['z1', 'z2', 'z3'];

  await act(async () => controller.resetEntireStore());
  await waitFor(() => expect(page.text()).toBe('z1,z2 >'));
  await act(() => untilServed(api, store));

  expect(page.text()).toBe('z1,z2 >');
  expect(api.requests.slice(before)).toEqual(['GET /rows']);
});

it.each([
  ['is invalidated', (controller: Controller) => controller.invalidateAll(getRows)],
  ['is refetched', (controller: Controller) => controller.refetchAll(getRows)],
])('usePages ends where a list ends that became shorter and %s', async (_what, renew) => {
  const { api, page, controller, store } = await showThree();
  api.world.rows = ['r1'];

  await act(async () => void renew(controller));
  await waitFor(() => expect(page.text()).toBe('r1'));
  await act(() => untilServed(api, store));

  expect(page.text()).toBe('r1');
});

it('usePages ends at a page that names itself as the next one', async () => {
  const { before, api, page, pages } = await showThree(() => 'r4');

  await act(async () => pages()?.fetchNext());

  expect(page.text()).toBe('r1,r2 | r3,r4 | r5,r6');
  expect(api.requests).toHaveLength(before);
});

describe('usePages with a shorter list whose last page names itself', () => {
  const itself = (after?: string) => after;

  it('ends there after a refetch, with one request for that page', async () => {
    const { api, before, page, pages, store } = await showThree(itself);
    api.world.rows = ['r1', 'r2', 'r3', 'r4'];

    await act(async () => pages()?.refetch());
    await act(() => untilServed(api, store));

    expect(page.text()).toBe('r1,r2 | r3,r4');
    expect(api.requests.slice(before)).toEqual(['GET /rows', 'GET /rows?after=r2']);
  });

  it('ends there if only that page was refetched', async () => {
    const { api, before, page, controller, store } = await showThree(itself);
    api.world.rows = ['r1', 'r2', 'r3', 'r4'];

    await act(async () => void (await controller.fetch(getRows, { after: 'r2' })));
    await act(() => untilServed(api, store));

    expect(page.text()).toBe('r1,r2 | r3,r4');
    expect(api.requests.slice(before)).toEqual(['GET /rows?after=r2']);
  });
});
