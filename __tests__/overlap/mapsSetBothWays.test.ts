import { Collection, Entity, Values } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { letOverlap, startScript } from './script';

class Slot extends Entity {
  id = '';
  static key = 'MapsSetBothWays.Slot';
}
const getSlots = new ApiEndpoint({ path: '/slots', schema: new Collection(new Values(Slot)) });
const { push, assign } = getSlots.schema;
const add = new ApiEndpoint({ path: '/slots', method: 'POST', body: {} as object, schema: push });
const set = new ApiEndpoint({ path: '/slots', method: 'PUT', body: {} as object, schema: assign });

const ORDERS = [true, false].flatMap(leavesFirst =>
  [true, false].flatMap(landsFirst => [
    [leavesFirst, landsFirst, '1', {}] as const,
    [leavesFirst, landsFirst, '2', { a: { id: '2' } }] as const,
  ]),
);

it.each(ORDERS)(
  'a map matches the server if one mutation adds what is missing and another sets an entry (leaves first: %s, lands first: %s, adds %s to %j)',
  async (leavesFirst, landsFirst, id, before) => {
    let slots: Readonly<Record<string, object>> = before;
    const { store, done, mount, arrival, settle } = await startScript({
      'GET /slots': () => slots,
      'POST /slots'(_params, body: { readonly id: string }) {
        const isThere = Object.values(slots).some(slot => (slot as typeof body).id === body.id);
        slots = isThere ? slots : { ...slots, [body.id]: body };
        return body;
      },
      'PUT /slots'(_params, body: object) {
        slots = { ...slots, ...body };
        return body;
      },
    });
    await done(getSlots.fetch());
    mount(getSlots);
    const adding = async () =>
      [store.dispatch(add.fetch({ id } as never)), await arrival('POST /slots')] as const;
    const setting = async () =>
      [store.dispatch(set.fetch({ a: { id: '1' } } as never)), await arrival('PUT /slots')] as const;
    await letOverlap([adding, setting], leavesFirst, landsFirst);
    await settle();

    expect(getSlots.select()(store.getState()).data).toEqual(slots);
  },
);

const inRoom = { path: '/rooms/:room/slots', body: {} as object } as const;
/** With a custom rule, any map may be affected. */
const RULES = [
  ['filters', new Collection(new Values(Slot), { nonFilterArgumentKeys: ['page'] })],
  [
    'a rule',
    new Collection(new Values(Slot), {
      createCollectionFilter:
        ({ room }: { room: string }) =>
        (key: Readonly<Record<string, string>>) =>
          key.room === room,
    } as object),
  ],
] as const;

describe.each(RULES)('maps whose members are chosen by %s', (rule, slots) => {
  const named = (what: string) => ({ name: `mapsSetBothWays.${what} by ${rule}` });
  const getRoom = new ApiEndpoint({ path: inRoom.path, schema: slots, ...named('get') });
  const addTo = new ApiEndpoint({ ...inRoom, method: 'POST', schema: slots.push, ...named('add') });
  const setIn = new ApiEndpoint({ ...inRoom, method: 'PUT', schema: slots.assign, ...named('set') });
  const WHERE = ['1', '2'].flatMap(added => [true, false].map(isFirst => [added, isFirst] as const));

  it.each(WHERE)(
    'refetch only if both mutations affect them: one adds to room %s, the other sets an entry in room 1 (adds first: %s)',
    async (added, isFirst) => {
      const rooms: Record<string, object> = { 1: {}, 2: {} };
      const { store, done, mount, arrival, settle, newRequests } = await startScript({
        'GET /rooms/:room/slots': ({ room }) => rooms[String(room)],
        'POST /rooms/:room/slots'({ room }, slot: { readonly id: string }) {
          rooms[String(room)] = { ...rooms[String(room)], [slot.id]: slot };
          return slot;
        },
        'PUT /rooms/:room/slots'({ room }, body: object) {
          rooms[String(room)] = { ...rooms[String(room)], ...body };
          return body;
        },
      });
      for (const room of ['1', '2']) {
        await done(getRoom.fetch({ room } as never));
        mount(getRoom, { room });
      }
      const requests = newRequests();
      const adding = async () =>
        [
          store.dispatch(addTo.fetch({ room: added } as never, { id: '1' })),
          await arrival(`POST /rooms/${added}/slots`),
        ] as const;
      const setting = async () =>
        [
          store.dispatch(setIn.fetch({ room: '1' } as never, { a: { id: '2' } })),
          await arrival('PUT /rooms/1/slots'),
        ] as const;
      await letOverlap([adding, setting], isFirst, true);
      await settle();

      expect(requests().slice(2)).toEqual(added === '1' ? ['GET /rooms/1/slots'] : []);
      for (const room of ['1', '2'])
        expect(getRoom.select({ room } as never)(store.getState()).data).toEqual(rooms[room]);
    },
  );
});
