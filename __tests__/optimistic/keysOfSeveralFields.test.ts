import { Collection, Controller, Entity, keyOf, resource, type } from 'rdc-toolkit';
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

it('a recipe that changes a record whose creation is pending makes no second record', async () => {
  const api = await serve({
    'GET /projects/:project/tickets': () => [{ project: 'b', no: 1, title: 'there' }],
    'POST /projects/:project/tickets': ({ body }) => ({ no: 2, ...(body as object) }),
  });
  const controller = new Controller(createTestStore());
  const list = { project: 'b' };
  await controller.fetch(Tickets.getList, list);
  const held = api.hold('POST /projects/:project/tickets');
  const creating = controller.fetch(Tickets.getList.push, list, { project: 'b', title: 'new' });
  await held.arrived;
  controller.set(Tickets.getList.schema, list, tickets => {
    for (const ticket of tickets as Ticket[]) ticket.title += '!';
  });
  const shown = () => controller.getResponse(Tickets.getList, list).data?.map(({ no, title }) => [no, title]);

  expect(shown()?.length).toBe(2);
  await held.release();
  await creating;
  expect(shown()?.map(([no]) => no)).toEqual([1, 2]);
});

it('joins a list of a record whose creation is pending if its optimistic response has the list', async () => {
  class Project extends Entity {
    id = '';
    tickets: readonly Ticket[] = [];
    static key = 'KeysOfSeveralFields.Project';
    static schema = {
      tickets: new Collection([Ticket], { nestKey: ({ id }: { id: string }) => ({ project: id }) }),
    };
  }
  const Projects = resource({
    path: '/projects/:id',
    schema: Project,
    Endpoint: ApiEndpoint,
    searchParams: type<{ q?: string }>(),
    body: type<{ name: string }>(),
  }).extend(({ getList }) => ({
    getList,
    create: getList.push.extend({
      getOptimisticResponse: (_snapshot, ...args) => ({ ...args.at(-1), tickets: [] }),
    }),
  }));
  const api = await serve({
    'GET /projects': () => [],
    'POST /projects': () => ({ id: 'c', tickets: [] }),
    'POST /projects/:project/tickets': ({ params, body }) => ({ ...(body as object), ...params, no: 1 }),
  });
  const controller = new Controller(createTestStore());
  await controller.fetch(Projects.getList);
  const held = api.hold('POST /projects');
  const creating = controller.fetch(Projects.create, { name: 'C' });
  await held.arrived;
  const project = () => controller.getResponse(Projects.getList).data?.[0];
  const { id = '' } = project() ?? {};
  const adding = controller.fetch(Tickets.getList.push, { project: id }, { project: id, title: 'new' });
  const shown = () => project()?.tickets.map(ticket => [ticket.title, keyOf(ticket)]);
  const before = shown();

  expect(before).toEqual([['new', expect.any(String)]]);
  await held.release();
  await Promise.all([creating, adding]);
  expect(api.requests.slice(1)).toEqual(['POST /projects', 'POST /projects/c/tickets']);
  expect(project()).toMatchObject({ id: 'c', tickets: [{ project: 'c', no: 1, title: 'new' }] });
  expect(shown()).toEqual(before);
});
