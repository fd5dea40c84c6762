import {
  All,
  Controller,
  Endpoint,
  Entity,
  EntityMixin,
  Invalidate,
  isPending,
  networkManager,
  RestEndpoint,
  resource,
  showing,
  type,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { serveTodos, Todo, TodoResource, User } from '../helpers/todos';

class Ticket extends Entity {
  project = '';
  number = 0;
  static key = 'UnfoundTicket';
  override pk() {
    return `${this.project}/${this.number}`;
  }
}

/** Mistakes that TypeScript does not see, or was told to ignore. See also declarations/mistakes. */
describe('is rejected at run time, with a fix:', () => {
  const controller = () => {
    const made = new Controller(createTestStore());
    made.set(Todo, { id: '1' }, { id: '1', title: 'one' });
    return made;
  };
  /** Called without types, as from JavaScript. */
  const get = (...args: readonly unknown[]) => Reflect.apply(controller().get, undefined, args);

  it.each<[mistake: string, make: () => unknown, message: string]>([
    [
      'an unknown field in what an updater spreads',
      () => controller().set(Todo, { id: '1' }, todo => ({ ...todo, titel: 'two' })),
      'Cannot call set(): Todo has no field "titel". Correct its name, or declare it in Todo: titel = ...;',
    ],
    [
      'an unknown field in a recipe',
      () =>
        controller().set(Todo, { id: '1' }, draft => {
          Object.assign(draft, { titel: 'two' });
        }),
      'Todo has no field "titel"',
    ],
    ['an array in All', () => new All([Todo]), 'Pass the schema of one record: new All(Todo).'],
    ['an array in Invalidate', () => new Invalidate([Todo]), '[new Invalidate(Todo)]'],
    ['the name of a schema', () => TodoResource.get.extend({ schema: 'Todo' }), 'schema: Todo'],
    ['an endpoint to get', () => get(TodoResource.get, { id: 1 }), 'is an endpoint, not a schema'],
    ['a resource to get', () => get(TodoResource, { id: 1 }), 'a whole resource, not a schema'],
    [
      'no field by which a record can be found',
      () => get(Todo, { di: '1' }),
      'Cannot call controller.get(): no record can be found by di: the key of a Todo is made of id. Pass the key of the Todo',
    ],
    [
      'no field of a record to set with a function',
      () => controller().set(Todo, { di: '1' }, todo => ({ ...todo, title: 'two' })),
      'Cannot call set(): no record can be found by di: the key of a Todo is made of id.',
    ],
    [
      'a field that is neither in the key nor in an index',
      () => get(Todo, { title: 'one' }),
      'no record can be found by title: the key of a Todo is made of id.',
    ],
    [
      'a misspelt field of a key of several',
      () => get(Ticket, { project: 'a', nmber: 0 }),
      'no record can be found by project, nmber: the key of a UnfoundTicket is made of project, number.',
    ],
    ['no field of a record to isPending', () => isPending(Todo, { di: '1' } as object), 'isPending()'],
    ['no field of a record to showing', () => showing(Todo, { di: '1' } as object), 'showing()'],
    ['an endpoint without a name', () => new Endpoint(async () => 1), 'name'],
    [
      'a path without a parameter',
      () => resource({ path: '/todos', schema: Todo }),
      "Add the record's key: path: '/todos/:id'.",
    ],
    ['a path that cannot be read', () => new RestEndpoint({ path: '/todos/:' }), '/todos/:'],
    ['a negative time', () => TodoResource.get.extend({ dataExpiryLength: -1 }), 'dataExpiryLength'],
    ['a retry that is no count', () => networkManager({ retry: -1 }), 'retry'],
    [
      'a client without its slice',
      () => new Controller({ dispatch: () => {}, getState: () => ({}) } as never).getState(),
      'The middleware of the data client is missing from the store.',
    ],
  ])('%s', (_mistake, make, message) => {
    expect(make).toThrow(message);
  });
});

it('accepts fields that a record already has, sources, and a custom process', () => {
  const controller = new Controller(createTestStore());
  class Post extends Entity {
    id = '';
    author: User | undefined;
    static key = 'SourcePost';
    static schema = { author: User };
    static sources = { author: 'authorId' };
  }
  class Row extends EntityMixin(
    class {
      id = '';
      name = '';
    },
    { key: 'ProcessedRow' },
  ) {
    static override process(input: Readonly<Record<string, unknown>>) {
      return 'label' in input ? { ...input, name: input.label } : input;
    }
  }
  controller.set(Todo, { id: '1' }, Object.assign({ id: '1' }, { extra: 1 }));
  controller.set(Post, { id: '1' }, { id: '1' });
  controller.set(Row, { id: '1' }, { id: '1' });

  controller.set(Todo, { id: '1' }, todo => ({ ...todo, extra: 2 }));
  controller.set(Post, { id: '1' }, post => ({ id: post.id, authorId: '7' }) as object);
  controller.set(Row, { id: '1' }, row => ({ id: row.id, label: 'x' }) as object);

  expect(controller.get(Todo, { id: '1' })).toMatchObject({ extra: 2 });
  expect(controller.get(Post, { id: '1' })?.author?.id).toBeUndefined();
  expect(controller.get(Row, { id: '1' })?.name).toBe('x');
});

it('accepts a function that spreads a record with a missing relation', () => {
  const controller = new Controller(createTestStore());
  controller.set(Todo, { id: '1' }, { id: '1', title: 'one' });

  controller.set(Todo, { id: '1' }, todo => ({ ...todo, title: 'two' }));

  expect(controller.get(Todo, { id: '1' })).toMatchObject({ title: 'two', author: { name: '' } });
});

describe('an unknown field in an optimistic response', () => {
  /** The console errors about the optimistic response of a mutation with these fields. */
  async function saidOf(name: string, fields: object) {
    const api = await serveTodos();
    const store = createTestStore();
    await store.dispatch(TodoResource.get.fetch({ id: '1' }));
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});
    const rename = TodoResource.partialUpdate.extend({
      name,
      getOptimisticResponse: (_snapshot, { id }: { id: string }) => ({ id, ...fields }),
    });
    try {
      await store.dispatch(rename.fetch({ id: '1' }, { title: 'two' }));
      expect(api.requests).toContain('PATCH /todos/1');
      return said.mock.calls.map(([message]) => String(message));
    } finally {
      said.mockRestore();
    }
  }

  it('is reported once, with its endpoint', async () => {
    const message =
      'rdc-toolkit: The optimistic response of renameWrongly has the field "titel", which Todo does not have. ' +
      'Correct its name in getOptimisticResponse, or declare it in Todo: titel = ...;';
    expect(await saidOf('renameWrongly', { titel: 'two' })).toEqual([message]);
    expect(await saidOf('renameWrongly', { titel: 'two' })).toEqual([]);
  });

  it('is reported in a nested record', async () => {
    const [message] = await saidOf('renameAuthor', { author: { id: '7', nick: 'Countess' } });
    expect(message).toContain('has the field "nick", which User does not have');
  });

  it.each([
    ['a declared field', { title: 'two' }],
    ['a relation', { author: { id: '7', name: 'Countess' } }],
  ])('does not include %s', async (_what, fields) => {
    expect(await saidOf('renameWell', fields)).toEqual([]);
  });

  it('does not include a form entry, or a field by its name in responses', async () => {
    const Row = class extends Entity {
      id = '';
      title = '';
      static key = 'UnknownFieldsForm';
      static sources = { title: 'full_title' };
    };
    await serve({ 'POST /forms/:id': ({ params }) => ({ ...params, full_title: 'new' }) });
    const send = new ApiEndpoint({
      path: '/forms/:id',
      name: 'unknownFieldsForm',
      method: 'POST',
      body: new FormData(),
      schema: Row,
      getOptimisticResponse: (_snapshot, { id }, form) =>
        ({ id: `${id}`, ...Object.fromEntries(form) }) as never,
    });
    const store = createTestStore();
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});
    const form = new FormData();
    form.set('full_title', 'new');
    form.set('place', '1');

    await store.dispatch(send.fetch({ id: '1' }, form));

    expect(said.mock.calls).toEqual([]);
    said.mockRestore();
  });

  it('does not include the temporary key of a created record whose key is another field', async () => {
    await serve({ 'POST /rates': ({ body }) => ({ currency: 'EUR', ...(body as object) }) });
    const Rate = class extends Entity {
      currency = '';
      value = 0;
      declare code?: string;
      static key = 'UnknownFieldsRate';
      override pk() {
        return this.currency || this.code;
      }
    };
    const options = {
      path: '/rates/:currency',
      schema: Rate,
      Endpoint: ApiEndpoint,
      optimistic: true,
    } as const;
    const store = createTestStore();
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});

    await store.dispatch(resource(options).getList.push.fetch({ value: 5 }));

    expect(said.mock.calls).toEqual([]);
    said.mockRestore();
  });

  it.each(['id', 'slug'] as const)(
    'includes a body that wraps the fields of a record keyed by %s',
    async keyField => {
      const kind = `UnknownFieldsWrappedBy.${keyField}`;
      await serve({
        'PATCH /wrapped/:key': () => ({ [keyField]: '1' }),
        'POST /wrapped': () => ({ [keyField]: '2' }),
      });
      const Wrapped = class extends Entity {
        id = '';
        slug = '';
        title = '';
        static key = kind;
        override pk() {
          return this[keyField];
        }
      };
      const options = {
        path: `/wrapped/:${keyField}`,
        schema: Wrapped,
        Endpoint: ApiEndpoint,
        optimistic: true,
        body: type<{ wrapped: { title: string } }>(),
      } as const;
      const { partialUpdate, getList } = resource(options);
      const store = createTestStore();
      const params = { [keyField]: '1' } as { id: string; slug: string };
      new Controller(store).set(Wrapped, params, { ...params, title: 'one' });
      const said = jest.spyOn(console, 'error').mockImplementation(() => {});

      await store.dispatch(partialUpdate.fetch(params, { wrapped: { title: 'two' } }));
      await store.dispatch(getList.push.fetch({ wrapped: { title: 'new' } }));

      expect(said.mock.calls).toEqual(
        [partialUpdate, getList.push].map(({ name }) => [
          `rdc-toolkit: The optimistic response of ${name} has the field "wrapped", which ${kind} does not ` +
            `have. Return the fields of ${kind} from getOptimisticResponse, or declare it in ${kind}: wrapped = ...;`,
        ]),
      );
      said.mockRestore();
    },
  );

  it('does not include an argument outside any key, if the others find the record', () => {
    class Member extends Entity {
      id = '';
      slug = '';
      static key = 'FoundByIndex';
      static indexes = ['slug'] as const;
    }
    class Page extends Entity {
      id = '';
      slug = '';
      static key = 'FoundByEither';
      override pk() {
        return this.id ?? this.slug;
      }
    }
    const controller = new Controller(createTestStore());
    const get = (...args: readonly unknown[]) => Reflect.apply(controller.get, controller, args);
    controller.set(Member, { id: '1' }, { id: '1', slug: 'a' });
    controller.set(Page, { slug: 'a' }, { slug: 'a' } as never);

    for (const name of ['uid', 'pid', 'v', 'tz'])
      for (const kind of [Member, Page])
        expect(get(kind, { slug: 'a', [name]: '2' })).toMatchObject({ slug: 'a' });
  });

  it('does not include a request argument, or a field of the stored record', async () => {
    const api = await serve({ 'PATCH /boards/:board/rows/:id': ({ params }) => ({ ...params, place: 1 }) });
    const Row = class extends Entity {
      id = '';
      title = '';
      static key = 'UnknownFieldsRow';
    };
    const move = resource({
      path: '/boards/:board/rows/:id',
      schema: Row,
      Endpoint: ApiEndpoint,
    }).partialUpdate.extend({
      getOptimisticResponse: (_snapshot, params: object, body: object) => ({ ...params, ...body, place: 1 }),
    });
    const store = createTestStore();
    new Controller(store).set(Row, { id: '1' }, Object.assign({ id: '1' }, { place: 0 }));
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});

    await store.dispatch(move.fetch({ board: 'a', id: '1' }, { title: 'two' }));

    expect(api.requests).toEqual(['PATCH /boards/a/rows/1']);
    expect(said.mock.calls).toEqual([]);
    said.mockRestore();
  });
});
