import { setTimeout as sleep } from 'node:timers/promises';
import {
  Controller,
  createDataClient,
  Entity,
  gcManager,
  Invalidate,
  networkManager,
  RestEndpoint,
  subscriptionManager,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

class Ticket extends Entity {
  id = '';
  static key = 'GcOfTombstones.Ticket';
}
const search = new RestEndpoint({ path: '/search', schema: [Ticket] });

it('keeps the tombstone of a record as long as a response refers to it, then drops it', async () => {
  const managers = [networkManager(), subscriptionManager(), gcManager({ keepUnusedMs: 40, intervalMs: 20 })];
  const store = createTestStore({
    client: createDataClient({ dataExpiryLength: 40, managers }),
    isReplayed: false,
  });
  const controller = new Controller(store);
  const tombstones = () => controller.getState().deleted[Ticket.key]?.size ?? 0;
  controller.subscribe(search);
  controller.setResponse(search, [{ id: '1' }, { id: '2' }]);
  controller.set(new Invalidate(Ticket), '2');
  await sleep(400);

  expect(tombstones()).toBe(1);
  expect(search.select()(store.getState()).data).toEqual([Ticket.fromJS({ id: '1' })]);
  controller.unsubscribe(search);
  while (tombstones() > 0) await sleep(5);
});
