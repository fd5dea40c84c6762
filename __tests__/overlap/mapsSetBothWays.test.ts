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
  'a map shows what the server has where one mutation adds what is not there, and another one sets an entry (leaves first: %s, lands first: %s, adds %s to %j)',
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
