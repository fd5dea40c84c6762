import { Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from '../overlap/script';

class Recipe extends Entity {
  id = '';
  title = '';
  static key = 'KeysThatThrow.Recipe';
}
const recipes = resource({ path: '/recipes/:id', schema: Recipe, Endpoint: ApiEndpoint, optimistic: true });
/** Its key requires a string. */
const notes = new ApiEndpoint({
  path: '/recipes/:recipe/notes',
  name: 'keysThatThrow.notes',
  key: (params: object) => `notes ${(params as { readonly recipe: string }).recipe.toUpperCase()}`,
  testKey: (key: string) => key.startsWith('notes '),
});

it("fails no other request if a created key makes an endpoint's key() throw", async () => {
  const { store, done, mount, arrival, settle } = await startScript({
    'GET /recipes': () => [],
    'GET /recipes/:id': ({ id }) => ({ id: Number(id), title: 'Stew' }),
    'POST /recipes': () => ({ id: 77, title: 'Soup' }),
  });
  await done(recipes.getList.fetch());
  const creating = store.dispatch(recipes.getList.push.fetch({ title: 'Soup' }));
  const creation = await arrival('POST /recipes');
  const [{ id: recipe = '' } = {}] = recipes.getList.select()(store.getState()).data ?? [];
  const reading = store.dispatch(notes.fetch({ recipe }));
  const failed = expect(reading).rejects.toThrow('toUpperCase');
  creation.respond();
  await creating;
  const unmount = mount(recipes.get, { id: '5' });
  const other = store.dispatch(recipes.get.fetch({ id: '5' }));
  unmount();
  await settle();

  await expect(other).resolves.toMatchObject({ id: 5 });
  await failed;
});
