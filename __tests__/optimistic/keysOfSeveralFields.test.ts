import { Controller, Entity, keyOf, resource, type } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Ticket extends Entity {
  project = '';
  no = 0;
  title = '';
  static key = 'KeysOfSeveralFields.Ticket';

  override pk() {
    return `${this.project}/${this.no}`;
  }
}

const Tickets = resource({
  path: '/projects/:project/tickets/:no',
  schema: Ticket,
  Endpoint: ApiEndpoint,
  body: type<{ project: string; title: string }>(),
  optimistic: true,
});

it('pending records with keys of several fields get distinct place keys, and keep them', async () => {
  const api = await serve({
    'GET /projects/:project/tickets': () => [{ project: 'a', no: 0, title: 'there' }],
    'POST /projects/:project/tickets': ({ body }) => ({
      ...(body as object),
      no: (body as { title: string }).title === 'one' ? 1 : 2,
    }),
  });
  const store = createTestStore();
  const controller = new Controller(store);
  const list = { project: 'a' };
  await controller.fetch(Tickets.getList, list);
  const keys = () => controller.getResponse(Tickets.getList, list).data?.map(keyOf);
  const held = [api.hold('POST /projects/:project/tickets'), api.hold('POST /projects/:project/tickets')];
  const creating = ['one', 'two'].map(title =>
    controller.fetch(Tickets.getList.push, list, { project: 'a', title }),
  );
  await Promise.all(held.map(({ arrived }) => arrived));
  const shown = keys();

  expect(new Set(shown).size).toBe(3);
  await Promise.all(held.map(one => one.release()));
  await Promise.all(creating);
  expect(keys()).toEqual(shown);
});
