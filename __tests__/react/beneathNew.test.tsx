import { act, waitFor } from '@testing-library/react';
import { Controller, createDataClient, Entity, networkManager, resource } from 'rdc-toolkit';
import { useDLE, useSuspense } from 'rdc-toolkit/react';
import { Suspense } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { renderIn } from './renderIn';

class Recipe extends Entity {
  id = '';
  title = '';
  static key = 'BeneathNew.Recipe';
}
const recipes = resource({ path: '/recipes/:id', schema: Recipe, Endpoint: ApiEndpoint, optimistic: true });

class Comment extends Entity {
  id = '';
  recipeId = '';
  static key = 'BeneathNew.Comment';
}
const comments = resource({
  path: '/recipes/:recipeId/comments/:id',
  schema: Comment,
  Endpoint: ApiEndpoint,
});

type Props = { readonly id: string };
const countOf = (list: readonly Comment[] | undefined) => `${list?.length ?? 'no'} comments`;
const Beside = ({ id }: Props) => {
  const { data } = useDLE(recipes.get, { id });
  return `${data?.title}, ${countOf(useDLE(comments.getList, { recipeId: id }).data)}`;
};
const BesideList = ({ id }: Props) => {
  const { data } = useDLE(recipes.getList);
  return `${data?.[0]?.title}, ${countOf(useDLE(comments.getList, { recipeId: id }).data)}`;
};
const Suspended = ({ id }: Props) => {
  const { title } = useSuspense(recipes.get, { id });
  return `${title}, ${countOf(useSuspense(comments.getList, { recipeId: id }))}`;
};

/** A page about a recipe whose creation is in flight, with its comments. */
async function show(View: (props: Props) => string, abortWhenUnused = false) {
  const api = await serve({
    'GET /recipes': () => [],
    'POST /recipes': () => ({ id: '77', title: 'Soup' }),
    'GET /recipes/:recipeId/comments': () => [{ id: '1', recipeId: '77' }],
  });
  const store = createTestStore({
    client: createDataClient({ managers: [networkManager({ abortWhenUnused })] }),
  });
  const controller = new Controller(store);
  await controller.fetch(recipes.getList);
  const creation = api.hold('POST /recipes');
  void controller.fetch(recipes.getList.push, { title: 'Soup' });
  await creation.arrived;
  const [{ id = '' } = {}] = recipes.getList.select()(store.getState()).data ?? [];
  const App = ({ isShown = true }) => <Suspense>{isShown && <View id={id} />}</Suspense>;
  return { api, creation, page: renderIn(store, <App />), App };
}

it.each(Object.entries({ Beside, BesideList, Suspended }))(
  'fetches what belongs to a new record once, with the key from the server (%s)',
  async (_name, View) => {
    const { api, creation, page } = await show(View);
    await act(() => creation.release());
    await waitFor(() => expect(page.text()).toBe('Soup, 1 comments'));

    expect(api.requests.slice(2)).toEqual(['GET /recipes/77/comments']);
  },
);

it('aborts the request for a new record when its last reader unmounts', async () => {
  const { api, creation, page, App } = await show(Beside, true);
  const held = api.hold('GET /recipes/77/comments');
  await act(() => creation.release());
  await act(() => held.arrived);
  page.rerender(<App isShown={false} />);

  await act(() => held.aborted);
  expect(api.requests.slice(2)).toEqual(['GET /recipes/77/comments']);
});
