import { Collection, denormalize, Lazy, normalize, resource, Union, Values } from 'rdc-toolkit';
import { zodEntity } from 'rdc-toolkit/zod';
import { z } from 'zod';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Person extends zodEntity(
  'RelatedPerson',
  z.object({ id: z.string(), name: z.string(), joined: z.string(), boss: z.unknown().optional() }),
  { boss: new Lazy((): unknown => Person) },
) {
  declare readonly boss: Person | null;
}
class Note extends zodEntity('RelatedNote', z.object({ id: z.string(), type: z.literal('note') })) {}
class Task extends zodEntity(
  'RelatedTask',
  z.object({ id: z.string(), type: z.literal('task'), due: z.coerce.date() }),
) {}
const anything = new Union({ note: Note, task: Task }, 'type');
class Board extends zodEntity('RelatedBoard', z.object({ id: z.string() }), {
  items: [anything],
  byName: new Values(Person),
  members: new Collection([Person], { nestKey: ({ id }: { id: string }) => ({ board: id }) }),
}) {}

const sent = {
  id: 'b',
  items: [
    { id: '1', type: 'note' },
    { id: '2', type: 'task', due: '2030-01-01' },
  ],
  byName: { ada: { id: '7', name: 'Ada', joined: '2020' } },
  members: [{ id: '8', name: 'Bob', joined: '2021', boss: { id: '7', name: 'Ada', joined: '2020' } }],
};

it('reads related records as instances for any relating schema', () => {
  const { result, entities } = normalize(Board, sent);
  const board = denormalize(Board, result, entities);
  const [note, task] = board?.items ?? [];
  expect(note).toBeInstanceOf(Note);
  expect(task).toBeInstanceOf(Task);
  expect(task).toMatchObject({ due: new Date('2030-01-01') });
  const ada = board?.byName.ada;
  expect(ada).toBeInstanceOf(Person);
  const [bob] = board?.members ?? [];
  expect(bob?.boss).toBe(ada);
});

it('has empty relations if there is no data for them', () => {
  expect({ ...new Board() }).toEqual({ id: '', items: [], byName: {}, members: [] });
  expect(new Person().boss).toBeNull();

  class Frame extends zodEntity('RelatedFrame', z.object({ id: z.string() }), { item: anything }) {}
  const { result, entities } = normalize(Frame, { id: '1' });
  expect({ ...denormalize(Frame, result, entities) }).toEqual({ id: '1', item: undefined });
});

it('uses the default of a relation from its zod type', () => {
  class Tree extends zodEntity(
    'RelatedTree',
    z.object({
      id: z.string(),
      kids: z.array(z.unknown()).default([]),
      notes: z.array(Note.zod).default([]).nullable(),
      byName: z.record(z.string(), Person.zod).catch({}),
      owner: Person.zod.nullable().default(null),
      reviewers: z.array(Person.zod).optional(),
    }),
    {
      kids: [new Lazy((): unknown => Tree)],
      notes: [Note],
      byName: new Values(Person),
      owner: Person,
      reviewers: [Person],
    },
  ) {}
  const empty = { id: '', kids: [], notes: [], byName: {}, owner: null, reviewers: undefined };
  expect({ ...new Tree() }).toEqual(empty);

  const { result, entities } = normalize(Tree, { id: '1' });
  expect({ ...denormalize(Tree, result, entities) }).toEqual({ ...empty, id: '1' });
});

it('checks nested records everywhere', () => {
  const unfit = { ...sent, items: [{ id: '2', type: 'task', due: 'some day' }] };
  expect(() => normalize(Board, unfit)).toThrow('Cannot store a RelatedTask');
  const { result, entities } = normalize(Board, unfit, [], undefined, undefined, {
    schemaFailurePolicy: 'drop',
  });
  expect(denormalize(Board, result, entities)?.items).toEqual([]);
});

const PersonResource = resource({
  path: '/people/:id',
  schema: Person,
  Endpoint: ApiEndpoint,
  body: z.object({ name: z.string().min(1) }),
  optimistic: true,
});

it('shows creations and updates before the server has sent all fields of a record', async () => {
  const api = await serve({
    'GET /people': () => [{ id: '7', name: 'Ada', joined: '2020' }],
    'POST /people': ({ body }) => ({ id: '9', joined: '2030', ...(body as object) }),
    'PATCH /people/:id': ({ params, body }) => ({ id: params.id, ...(body as object) }),
  });
  const store = createTestStore();
  const names = () =>
    PersonResource.getList
      .select()(store.getState())
      .data?.map(({ name }) => name);
  await store.dispatch(PersonResource.getList.fetch());
  const creation = api.hold('POST /people');
  const created = store.dispatch(PersonResource.getList.push.fetch({ name: 'Cy' }));
  expect(names()).toEqual(['Ada', 'Cy']);
  await creation.arrived;
  await creation.release();
  expect(await created).toBeInstanceOf(Person);
  const change = api.hold('PATCH /people/7');
  const changed = store.dispatch(PersonResource.partialUpdate.fetch({ id: '7' }, { name: 'Ada L.' }));
  expect(names()).toEqual(['Ada L.', 'Cy']);
  await change.arrived;
  await change.release();
  await changed;
  expect(names()).toEqual(['Ada L.', 'Cy']);
});
