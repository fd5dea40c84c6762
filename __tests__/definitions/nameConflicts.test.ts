import { Controller, Entity } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Card extends Entity {
  id = '';
  title = '';
  static key = 'nameConflicts.Card';
}
class Summary extends Entity {
  id = '';
  static key = 'nameConflicts.Summary';
}

const card = { id: '1', title: 'one' };
const one = { id: '1' };

/** An endpoint without a name of its own, that of a path that no other test has. */
function template(path: `/${string}`) {
  return new ApiEndpoint({ path: `${path}/:id` as '/:id', schema: Card });
}

/** A store and its server, and what is said of names. */
async function start() {
  await serve({ 'GET /:cards/:id': () => card, 'PATCH /:cards/:id': () => card });
  // Where names conflict, a log that went through JSON gives another state.
  const store = createTestStore({ isReplayed: false });
  return { controller: new Controller(store), said: () => store.complaints.splice(0) };
}

it('names two endpoints that a log cannot tell apart with the first request of one of them, once', async () => {
  const get = template('/named').extend({ name: 'nameConflicts.get', schema: Card });
  const getSummary = get.extend({ name: 'nameConflicts.get', schema: Summary });
  const { controller, said } = await start();
  expect(said()).toEqual([]);

  await controller.fetch(get, one);
  expect(said()).toEqual([
    expect.stringMatching(
      /more than one endpoint is named "nameConflicts.get".*GET \/named\/1.*\.extend\(\{ name: '…' \}\)/s,
    ),
  ]);
  await controller.fetch(getSummary, one);
  await controller.fetch(get, { id: '2' });
  expect(said()).toEqual([]);
});

it('says nothing once one of them is renamed', async () => {
  const get = template('/renamed').extend({ name: 'nameConflicts.renamed', schema: Card });
  const getSummary = get.extend({ name: 'nameConflicts.summary', schema: Summary });
  const { controller, said } = await start();

  await controller.fetch(get, one);
  await controller.fetch(getSummary, one);
  expect(said()).toEqual([]);
});

it('says nothing of a template that is never requested, but of two variants of it that are', async () => {
  const base = template('/template');
  const get = base.extend({ dataExpiryLength: 1, schema: Card, process: value => value as never });
  const { controller, said } = await start();

  await controller.fetch(get, one);
  await controller.fetch(get, { id: '2' });
  expect(said()).toEqual([]);
  await controller.fetch(base, { id: '2' });
  expect(said()).toEqual([expect.stringContaining('more than one endpoint is named "GET /template/:id"')]);
});

it('says nothing of endpoints that are equal, whose addresses differ, or of which one was made later', async () => {
  const get = template('/equal').extend({ name: 'nameConflicts.equal' });
  const same = get.extend({ name: 'nameConflicts.equal', pollFrequency: 5_000 });
  const elsewhere = get.extend({ name: 'nameConflicts.equal', path: '/elsewhere/:id', schema: Summary });
  const { controller, said } = await start();
  for (const endpoint of [get, same, elsewhere]) await controller.fetch(endpoint as typeof get, one);

  const reloaded = get.extend({ name: 'nameConflicts.equal', schema: Summary });
  await controller.fetch(reloaded, one);
  await controller.fetch(get, { id: '2' });
  expect(said()).toEqual([]);
});

it('names a mutation that a saved state could not resume', async () => {
  const base = template('/mutation');
  const rename = base.extend({ name: 'nameConflicts.rename', method: 'PATCH', body: {} as object });
  rename.extend({ name: 'nameConflicts.rename', schema: Summary });
  const { controller, said } = await start();

  await controller.fetch(rename, one, {});
  expect(said()).toEqual([expect.stringContaining('"nameConflicts.rename"')]);
});
