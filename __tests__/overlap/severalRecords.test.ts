import { Collection, Entity, Values } from 'rdc-toolkit';
import { cpuTime } from '../helpers/cpuTime';
import { createTestStore } from '../helpers/createTestStore';
import { growth } from '../helpers/growth';
import { ApiEndpoint, serve } from '../helpers/serve';
import { startScript } from './script';

class Tag extends Entity {
  id = '';
  static key = 'Overlap.Several.Tag';
}
class Slot extends Entity {
  id = '';
  title = '';
  color = '';
  tags: readonly Tag[] = [];
  static key = 'Overlap.Several.Slot';
  static schema = { tags: [Tag] };
}
/** A slot in a room: its key consists of both. */
class Place extends Entity {
  room = '';
  number = '';
  title = '';
  static key = 'Overlap.Several.Place';
  override pk() {
    return this.room && this.number && `${this.room}:${this.number}`;
  }
}

interface Row {
  readonly id: string;
  readonly title: string;
}

/** A mutation that sends its body as it is. */
function endpoint<Path extends string, Body, S>(method: string, path: Path, body: Body, schema: S) {
  return new ApiEndpoint({ path, method, body, schema, name: `Overlap.Several ${method} ${path}` });
}

const getMap = new ApiEndpoint({
  path: '/slots',
  name: 'Overlap.Several.getMap',
  schema: new Collection(new Values(Slot)),
});
const getPlaces = new ApiEndpoint({
  path: '/rooms/:room/places',
  name: 'Overlap.Several.getPlaces',
  schema: new Collection([Place]),
});
const fields = {} as { readonly title: string };
const assign = endpoint('PUT', '/slots', {} as Readonly<Record<string, Row>>, getMap.schema.assign);
const renameAll = endpoint('PATCH', '/all', {} as readonly Row[], [Slot]);
const renameEach = endpoint('PATCH', '/each', {} as readonly Row[], { slots: [Slot] });
const renameWrapped = endpoint('PATCH', '/wrapped', {} as { readonly slot: Row }, { slot: Slot });
const renameTagged = endpoint('PUT', '/tagged/:id', {} as Row & { readonly tags: readonly string[] }, {
  slot: Slot,
  tags: [Tag],
});
const renameInMap = endpoint('PATCH', '/map/:id', fields, new Values(Slot));
const renameBoth = endpoint(
  'PATCH',
  '/both',
  {} as { readonly other: { readonly id: string }; readonly slot: Row },
  {
    other: Tag,
    slot: Slot,
  },
);
const renamePlaces = endpoint('PATCH', '/rooms/:room/places', {} as readonly object[], [Place]);
const renameOfParent = endpoint('PATCH', '/users/:id/slot', {} as { readonly slot: object }, { slot: Slot });
const rename = endpoint('PUT', '/slots/:id', {} as Row, Slot);
const paint = endpoint('PATCH', '/colors/:id', {} as { readonly color: string }, Slot);

async function start() {
  const slot = { id: '1', title: 'x', color: 'red', tags: [] };
  const place = { room: 'a', number: '1', title: 'x' };
  const changed = (row: object) => ({ ...Object.assign(slot, row) });
  const { done, mount, ...started } = await startScript({
    'GET /slots': () => ({ a: { ...slot } }),
    'GET /rooms/:room/places': () => [{ ...place }],
    'PUT /slots': (_params: never, { a }: { readonly a: Row }) => ({ a: changed(a) }),
    'PATCH /all': (_params: never, [row]: [Row]) => [changed(row)],
    'PATCH /each': (_params: never, [row]: [Row]) => ({ slots: [changed(row)] }),
    'PATCH /wrapped': (_params: never, body: { readonly slot: Row }) => ({ slot: changed(body.slot) }),
    'PUT /tagged/:id': (_params: never, body: Row) => ({ slot: changed(body), tags: [] }),
    'PATCH /map/:id': (_params: never, body: object) => ({ a: changed(body) }),
    'PATCH /both': (_params: never, body: { readonly slot: Row }) => ({
      other: { id: '7' },
      slot: changed(body.slot),
    }),
    'PATCH /rooms/:room/places': (_params: never, [row]: [object]) => [{ ...Object.assign(place, row) }],
    'PATCH /users/:id/slot': (_params: never, body: { readonly slot: Row }) => ({ slot: changed(body.slot) }),
    'PUT /slots/:id': (_params: never, body: Row) => changed(body),
    'PATCH /colors/:id': (_params: never, body: object) => changed(body),
  } as never);
  await done(getMap.fetch());
  await done(getPlaces.fetch({ room: 'a' }));
  mount(getMap as never);
  mount(getPlaces as never, { room: 'a' });
  const state = () => started.store.getState();
  const shown = () => ({
    slot: getMap.select()(state()).data?.a?.title,
    place: getPlaces.select({ room: 'a' })(state()).data?.[0]?.title,
  });
  return { ...started, shown, served: () => ({ slot: slot.title, place: place.title }) };
}

describe('a mutation that sends an unchanged field may restore what another one changed', () => {
  const id = '1';
  it.each<[string, string, (title: string) => unknown]>([
    ['a map', 'PUT /slots', title => assign.fetch({ a: { id, title } })],
    ['several records', 'PATCH /all', title => renameAll.fetch([{ id, title }])],
    [
      'several records, of which an envelope comes',
      'PATCH /each',
      title => renameEach.fetch([{ id, title }]),
    ],
    ['a record in an envelope', 'PATCH /wrapped', title => renameWrapped.fetch({ slot: { id, title } })],
    [
      'fields, one of which is called as a part of the envelope that comes',
      'PUT /tagged/1',
      title => renameTagged.fetch({ id }, { id, title, tags: [] }),
    ],
    ['fields, of which a map comes', 'PATCH /map/1', title => renameInMap.fetch({ id }, { title })],
    [
      'two records in an envelope',
      'PATCH /both',
      title => renameBoth.fetch({ other: { id: '7' }, slot: { id, title } }),
    ],
    [
      'several records whose keys lack what stands in the path',
      'PATCH /rooms/a/places',
      title => renamePlaces.fetch({ room: 'a' }, [{ number: '1', title }]),
    ],
    [
      'fields in an envelope, below what the record belongs to',
      'PATCH /users/9/slot',
      title => renameOfParent.fetch({ id: '9' }, { slot: { title } }),
    ],
    ['a record', 'PUT /slots/1', title => rename.fetch({ id }, { id, title })],
  ])('with %s as its body', async (_what, request, send) => {
    const { store, arrival, settle, served, shown } = await start();
    const sent = ['x', 'z'].map(title => store.dispatch(send(title) as never) as unknown as Promise<unknown>);
    const keeps = await arrival(request);
    const changes = await arrival(request);
    changes.act();
    changes.respond();
    await sent[1];
    keeps.respond();
    await sent[0];
    await settle();

    expect(shown()).toEqual(served());
  });
});

it('a write to the second record of an envelope is not undone by another response', async () => {
  const { store, arrival, settle, served, shown } = await start();
  const both = store.dispatch(renameBoth.fetch({ other: { id: '7' }, slot: { id: '1', title: 'z' } }));
  const painting = store.dispatch(paint.fetch({ id: '1' }, { color: 'red' }));
  const renaming = await arrival('PATCH /both');
  const painted = await arrival('PATCH /colors/1');
  painted.act();
  renaming.respond();
  await both;
  painted.respond();
  await painting;

  expect(shown()).toEqual(served());
  expect(await settle()).toEqual([]);
});

it.each([
  ['fields of each', (i: number) => ({ id: `${i}`, title: 'new' })],
  ['a number of each', (i: number) => i],
])('a body with %s record has a linear cost when mutations overlap', async (_what, sent) => {
  const setAll = endpoint('PATCH', '/map', {} as Readonly<Record<string, unknown>>, new Values(Slot));
  const api = await serve({
    'PATCH /map': ({ body }) =>
      Object.fromEntries(Object.keys(body as object).map((_, i) => [`${i}`, { id: `${i}`, title: 'new' }])),
    'PATCH /colors/:id': ({ params }) => ({ ...params, color: 'red' }),
  });
  const cost = async (count: number) => {
    const store = createTestStore();
    const held = api.hold('PATCH /colors/:id');
    const painting = store.dispatch(paint.fetch({ id: '1' }, { color: 'red' }));
    await held.arrived;
    const start = cpuTime();
    await store.dispatch(
      setAll.fetch(Object.fromEntries(Array.from({ length: count }, (_, i) => [`key ${i}`, sent(i)]))),
    );
    const taken = cpuTime() - start;
    await held.release();
    await painting;
    return taken;
  };

  expect(await growth(cost, { few: 500, many: 4_000, limit: 24 })).toBeLessThan(24);
});
