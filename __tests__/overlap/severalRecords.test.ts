import { Collection, Entity, Values } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Slot extends Entity {
  id = '';
  title = '';
  static key = 'Overlap.Several.Slot';
}
interface Row {
  readonly id: string;
  readonly title: string;
}

const getMap = new ApiEndpoint({
  path: '/slots',
  name: 'Overlap.Several.getMap',
  schema: new Collection(new Values(Slot)),
});
const assign = new ApiEndpoint({
  path: '/slots',
  method: 'PUT',
  body: {} as Readonly<Record<string, Row>>,
  name: 'Overlap.Several.assign',
  schema: getMap.schema.assign,
});
const rename = new ApiEndpoint({
  path: '/slots/:id',
  method: 'PUT',
  body: {} as Row,
  name: 'Overlap.Several.rename',
  schema: Slot,
});
const renameAll = new ApiEndpoint({
  path: '/all',
  method: 'PATCH',
  body: {} as readonly Row[],
  name: 'Overlap.Several.renameAll',
  schema: [Slot],
});

const renameWrapped = new ApiEndpoint({
  path: '/wrapped',
  method: 'PATCH',
  body: {} as { readonly slot: Row },
  name: 'Overlap.Several.renameWrapped',
  schema: { slot: Slot },
});

async function start() {
  const slot = { id: '1', title: 'x' };
  const routes = {
    'GET /slots': () => ({ a: { ...slot } }),
    'PUT /slots': (_params: never, body: Readonly<Record<string, Row>>) => {
      Object.assign(slot, body.a);
      return { a: { ...slot } };
    },
    'PATCH /all': (_params: never, [row]: readonly Row[]) => [{ ...Object.assign(slot, row) }],
    'PATCH /wrapped': (_params: never, body: { readonly slot: Row }) => ({
      slot: { ...Object.assign(slot, body.slot) },
    }),
    'PUT /slots/:id': (_params: never, body: Row) => ({ ...Object.assign(slot, body) }),
  };
  const started = await startScript(routes as never);
  await started.done(getMap.fetch());
  started.mount(getMap as never);
  const shown = () => getMap.select()(started.store.getState()).data?.a?.title;
  return { ...started, slot, shown };
}

it.each([
  ['with a map as its body', 'PUT /slots', (title: string) => assign.fetch({ a: { id: '1', title } })],
  [
    'with several records as its body',
    'PATCH /all',
    (title: string) => renameAll.fetch([{ id: '1', title }]),
  ],
  [
    'with a record in an envelope as its body',
    'PATCH /wrapped',
    (title: string) => renameWrapped.fetch({ slot: { id: '1', title } }),
  ],
  [
    'with a record as its body',
    'PUT /slots/1',
    (title: string) => rename.fetch({ id: '1' } as never, { id: '1', title }),
  ],
])(
  'a mutation %s that sends a field as it was may restore what another one has changed',
  async (_how, request, send) => {
    const { store, arrival, settle, slot, shown } = await start();
    const sent = ['x', 'z'].map(title => store.dispatch(send(title) as never) as unknown as Promise<unknown>);
    const keeps = await arrival(request);
    const changes = await arrival(request);
    changes.act();
    changes.respond();
    await sent[1];
    keeps.respond();
    await sent[0];
    await settle();

    expect(shown()).toBe(slot.title);
  },
);
