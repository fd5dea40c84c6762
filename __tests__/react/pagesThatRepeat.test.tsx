import { act, waitFor } from '@testing-library/react';
import { Collection, Controller, Entity, type } from 'rdc-toolkit';
import { type Pages, usePages } from 'rdc-toolkit/react';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { untilQuiet } from '../helpers/untilQuiet';
import { renderIn } from './renderIn';

class Row extends Entity {
  id = '';
  static key = 'PagesThatRepeat.Row';
}

const getRows = new ApiEndpoint({
  path: '/rows',
  name: 'PagesThatRepeat.getRows',
  searchParams: type<{ after?: string }>(),
  schema: { items: new Collection([Row]), next: type<string | null>() },
});

/** Three pages of a list of which the last page names itself as the next one. */
async function showThree() {
  const world = { rows: ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'] };
  const api = await serve({
    'GET /rows': ({ query: { after } }) => {
      const start = after === undefined ? 0 : world.rows.indexOf(String(after)) + 1;
      const ids = world.rows.slice(start, start + 2);
      return {
        items: ids.map(id => ({ id })),
        next: start + 2 < world.rows.length ? ids[1] : (after ?? null),
      };
    },
  });
  const store = createTestStore();
  let latest: Pages<{ readonly items: readonly Row[] }> | undefined;
  const Rows = () => {
    latest = usePages(getRows, (after: string | undefined) => [after === undefined ? {} : { after }], {
      next: 'next',
    });
    const { pages, hasNext } = latest;
    const text = pages.map(({ items }) => items.map(({ id }) => id).join()).join(' | ');
    return `${text}${hasNext ? ' >' : ''}`;
  };
  const page = renderIn(store, <Rows />);
  await waitFor(() => expect(page.text()).toBe('r1,r2 >'));
  await act(async () => latest?.fetchNext());
  await act(async () => latest?.fetchNext());
  expect(page.text()).toBe('r1,r2 | r3,r4 | r5,r6');
  const before = api.requests.length;
  return {
    world,
    page,
    pages: () => latest,
    controller: new Controller(store),
    sent: () => api.requests.slice(before),
  };
}

describe('pages of a shorter list whose last one names itself', () => {
  it('end with it after a refetch, and request it once', async () => {
    const { world, page, pages, sent } = await showThree();
    world.rows = ['r1', 'r2', 'r3', 'r4'];

    await act(async () => pages()?.refetch());
    await act(() => untilQuiet(() => sent().length));

    expect(page.text()).toBe('r1,r2 | r3,r4');
    expect(sent()).toEqual(['GET /rows', 'GET /rows?after=r2']);
  });

  it('end with it where that one alone was refetched', async () => {
    const { world, page, controller, sent } = await showThree();
    world.rows = ['r1', 'r2', 'r3', 'r4'];

    await act(async () => void (await controller.fetch(getRows, { after: 'r2' })));
    await act(() => untilQuiet(() => sent().length));

    expect(page.text()).toBe('r1,r2 | r3,r4');
    expect(sent()).toEqual(['GET /rows?after=r2']);
  });
});
