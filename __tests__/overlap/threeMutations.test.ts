import { Entity, type } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Part extends Entity {
  id = '';
  title = '';
  color = '';
  size = '';
  shape = '';
  static key = 'ThreeMutations.Part';
}
type Row = Partial<Pick<Part, 'title' | 'color' | 'size' | 'shape'>>;
const inPart = { path: '/parts/:id', schema: Part } as const;
const getPart = new ApiEndpoint({ ...inPart, name: 'threeMutations.get' });
const save = new ApiEndpoint({ ...inPart, method: 'PATCH', body: type<Row>(), name: 'threeMutations.save' });
/** Mutations that do not say what they write. */
const act = (what: string) =>
  new ApiEndpoint({
    path: `/parts/:id/${what}`,
    method: 'POST',
    body: undefined,
    schema: Part,
    name: `threeMutations.${what}`,
  });
const reset = act('reset');
const enlarge = act('enlarge');

const old = { title: 'old', color: 'blue', size: 'S', shape: 'round' };

/**
 * Sends requests at once; the server acts on them in one order and responds in another.
 *
 * @param resets what a reset sets
 */
async function start(resets: Row) {
  let part: Row & { readonly id: string } = { id: '1', ...old };
  const change = (row: Row) => {
    part = { ...part, ...row };
    return part;
  };
  const { store, send, done } = await startScript({
    'GET /parts/:id': () => part,
    'PATCH /parts/:id': (_params, body: Row) => change(body),
    'POST /parts/:id/reset': () => change(resets),
    'POST /parts/:id/enlarge'() {
      change({ title: 'large', size: 'L' });
      return { id: '1', title: 'large', size: 'L' };
    },
  });
  await done(getPart.fetch({ id: '1' }));
  const shown = () => getPart.select({ id: '1' })(store.getState()).data;
  return {
    saving: (row: Row) => send(save.fetch({ id: '1' }, row), 'PATCH /parts/1'),
    resetting: () => send(reset.fetch({ id: '1' }), 'POST /parts/1/reset'),
    enlarging: () => send(enlarge.fetch({ id: '1' }), 'POST /parts/1/enlarge'),
    shown,
    stored: () => part,
  };
}

it('a mutation whose response shows what another one wrote was done later, so what it restores is shown at once', async () => {
  const { saving, resetting, shown, stored } = await start({ title: 'old' });
  const resets = await resetting();
  const saves = await saving({ title: 'saved', color: 'red' });
  for (const { act } of [saves, resets]) act();
  for (const { land } of [saves, resets]) await land();

  expect(shown()).toMatchObject(stored());
});

it('a mutation whose response shows only one of two others was not done after both', async () => {
  const { saving, resetting, shown, stored } = await start({ title: 'old' });
  const resets = await resetting();
  const first = await saving({ title: 'first', color: 'red' });
  const last = await saving({ title: 'last', shape: 'square' });
  for (const { act } of [first, resets, last]) act();
  for (const { land } of [first, last, resets]) await land();

  expect(shown()).toMatchObject(stored());
});

it('a mutation whose response shows what others wrote may have written it first, if one of them does not say what it writes', async () => {
  const { saving, resetting, enlarging, shown, stored } = await start({
    title: 'old',
    color: 'red',
    size: 'L',
  });
  const resets = await resetting();
  const saves = await saving({ title: 'saved', color: 'red' });
  const enlarges = await enlarging();
  for (const { act } of [resets, saves, enlarges]) act();
  for (const { land } of [saves, enlarges, resets]) await land();

  expect(shown()).toMatchObject(stored());
});
