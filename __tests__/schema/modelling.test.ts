import { All, Collection, Entity, EntityMixin, Lazy, Query, RestEndpoint, Values } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { createMemory } from './memory';

describe('the parent passed to pk and process', () => {
  const parents: unknown[] = [];
  class Line extends Entity {
    sku = '';
    static key = 'ParentLine';
    override pk(parent: { id?: string } | undefined) {
      return `${parent?.id}/${this.sku}`;
    }
    static override process(input: Readonly<Record<string, unknown>>, parent: unknown) {
      parents.push(parent);
      return input;
    }
  }
  class Order extends Entity {
    id = '';
    lines: readonly Line[] = [];
    gift = Line.fromJS();
    static key = 'ParentOrder';
    static schema = { lines: [Line] as const, gift: Line };
  }
  const order = { id: 'o1', lines: [{ sku: 'a' }, { sku: 'b' }], gift: { sku: 'g' } };

  it('is the record that contains them, also through arrays', () => {
    parents.length = 0;
    const memory = createMemory();
    memory.write(Order, order);

    expect(parents.map(parent => (parent as { id: string }).id)).toEqual(['o1', 'o1', 'o1']);
    expect(memory.find(Order, 'o1')?.lines.map(({ sku }) => sku)).toEqual(['a', 'b']);
    expect(memory.find(Line, 'o1/b')?.sku).toBe('b');
  });

  it('is the record, also through a Collection', () => {
    class Cart extends Entity {
      id = '';
      lines: readonly Line[] = [];
      static key = 'ParentCart';
      static schema = {
        lines: new Collection([Line], { nestKey: (parent: { id: string }) => ({ cart: parent.id }) }),
      };
    }
    const memory = createMemory();
    memory.write(Cart, { id: 'c1', lines: [{ sku: 'a' }] });

    expect(memory.find(Line, 'c1/a')?.sku).toBe('a');
  });

  it('is the record, also through a map and plain objects', () => {
    class Basket extends Entity {
      id = '';
      byName: Readonly<Record<string, Line>> = {};
      kept = {};
      parts: { readonly wrapped?: { readonly line?: Line; readonly lines?: readonly Line[] } } = {};
      static key = 'ParentBasket';
      static schema = {
        byName: new Values(Line),
        kept: new Collection(new Values(Line), { nestKey: ({ id }: { id: string }) => ({ basket: id }) }),
        parts: { wrapped: { line: Line, lines: [Line] } },
      };
    }
    parents.length = 0;
    const memory = createMemory();
    const parts = { wrapped: { line: { sku: 'c' }, lines: [{ sku: 'd' }] } };
    memory.write(Basket, { id: 'b1', byName: { x: { sku: 'a' } }, kept: { y: { sku: 'b' } }, parts });

    expect(parents.map(parent => (parent as { id: string }).id)).toEqual(['b1', 'b1', 'b1', 'b1']);
    expect(['a', 'b', 'c', 'd'].map(sku => memory.find(Line, `b1/${sku}`)?.sku)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    expect(memory.find(Basket, 'b1')?.parts.wrapped?.line?.sku).toBe('c');
  });

  it('is the enclosing object at the top of a response', () => {
    parents.length = 0;
    class Loose extends Line {
      static override key = 'ParentLoose';
      override pk() {
        return this.sku;
      }
    }
    const response = { line: { sku: 'a' }, byName: { x: { sku: 'b' } }, lines: [{ sku: 'c' }] };
    createMemory().write({ line: Loose, byName: new Values(Loose), lines: [Loose] }, response);

    expect(parents).toEqual([response, response.byName, response]);
  });

  it('is undefined for the response itself and for its array', () => {
    parents.length = 0;
    class Bare extends Line {
      static override key = 'ParentBare';
      override pk() {
        return this.sku;
      }
    }
    createMemory().write(Bare, { sku: 'x' });
    createMemory().write([Bare], [{ sku: 'x' }]);

    expect(parents).toEqual([undefined, undefined]);
  });
});

it('process also runs for values that are not objects', () => {
  class Level extends Entity {
    price = 0;
    size = 0;
    static key = 'ProcessedLevel';
    override pk() {
      return String(this.price);
    }
    static override process(input: unknown) {
      if (typeof input === 'string') return { price: Number(input), size: 1 };
      const [price, size] = input as readonly number[];
      return { price, size };
    }
  }
  const memory = createMemory();
  memory.write([Level], [[10, 3], '12']);

  expect(memory.find(Level, '10')?.size).toBe(3);
  expect(memory.find(Level, '12')?.size).toBe(1);
});

it('a subclass of Collection can override nonFilterArgumentKeys and createCollectionFilter', () => {
  class Todo extends Entity {
    id = '';
    group = '';
    static key = 'MethodTodo';
  }
  class Loose extends Collection<[typeof Todo]> {
    override nonFilterArgumentKeys(key: string) {
      return key === 'sort';
    }
  }
  class Everywhere extends Collection<[typeof Todo]> {
    override createCollectionFilter() {
      return () => true;
    }
  }
  for (const list of [new Loose([Todo]), new Everywhere([Todo])]) {
    const memory = createMemory();
    memory.write(list, [], { args: [{ group: 'a', sort: 'x' }] });
    memory.write(list.push, { id: '1', group: 'a' }, { args: [{}] });

    expect(memory.find(list, { group: 'a', sort: 'x' })).toHaveLength(1);
  }
});

describe('a text response is returned as text:', () => {
  it.each([
    ['XML', 'application/xml', '<a/>'],
    ['a feed', 'application/rss+xml', '<rss/>'],
    ['SVG', 'image/svg+xml', '<svg/>'],
    ['JavaScript', 'application/javascript', 'x()'],
    ['YAML', 'application/yaml', 'a: 1'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1'],
    ['words of no type', undefined, 'plain words'],
  ])('%s', async (_what, type, body) => {
    const api = await serve({
      'GET /text': () =>
        reply(200, new TextEncoder().encode(body), type ? { 'content-type': type } : { 'content-type': '' }),
    });
    const get = new RestEndpoint({ path: '/text', urlPrefix: api.url });

    expect(await get()).toBe(body);
  });
});

it('two equal collections return the same array for one stored list', async () => {
  class Todo extends Entity {
    id = '';
    static key = 'TwinTodo';
  }
  await serve({ 'GET /twins': () => [{ id: '1' }] });
  const one = new ApiEndpoint({ path: '/twins', name: 'twins.one', schema: new Collection([Todo]) });
  const other = new ApiEndpoint({ path: '/twins', name: 'twins.other', schema: new Collection([Todo]) });
  const store = createTestStore();
  await store.dispatch(one.fetch());

  const { data } = one.select()(store.getState());
  expect(data).toHaveLength(1);
  expect(other.select()(store.getState()).data).toBe(data);
});

describe('the syntax of data-client is rejected with the one to use:', () => {
  class A extends Entity {
    id = '';
    static key = 'RefusedA';
  }
  it('All with a discriminator', () => {
    // @ts-expect-error data-client's way
    expect(() => new All({ a: A }, 'type')).toThrow(/Union/);
  });
  it('All of several kinds', () => {
    expect(() => new All({ a: A })).toThrow("Make a union of them: new All(new Union({ ... }, 'type')).");
  });
  it('paginated with a name', () => {
    const list = new RestEndpoint({ path: '/a', schema: new Collection([A]) });
    // @ts-expect-error data-client's way
    expect(() => list.paginated('cursor')).toThrow(".extend({ paginationField: 'cursor' }).getPage");
  });
  it('extend with fetch', () => {
    const get = new RestEndpoint({ path: '/a' });
    // @ts-expect-error data-client's way
    expect(() => get.extend({ fetch: async () => 1 })).toThrow('Give `fetchResponse`');
  });
  it('content with a schema', () => {
    expect(() => new RestEndpoint({ path: '/a', schema: A, content: 'blob' })).toThrow('option `content`');
  });
  it('content with a schema in a subclass, at the first request', async () => {
    await serve({ 'GET /a': () => 'text' });
    const get = new ApiEndpoint({ path: '/a', schema: A, content: 'text' });

    await expect(get()).rejects.toThrow('Turn the body into data with `process`');
  });
  it('EntityMixin without a class', () => {
    // @ts-expect-error data-client's way
    expect(() => EntityMixin({})).toThrow('it was given an object without members in place of a class');
  });
  it('Lazy of a schema', () => {
    // @ts-expect-error data-client's way
    expect(() => new Lazy(A)).toThrow('it was given the schema RefusedA itself');
    // @ts-expect-error data-client's way
    expect(() => new Lazy([A])).toThrow('Pass a function: new Lazy(() => TheSchema).');
  });
});

it('content with a schema works if process turns it into data', async () => {
  class Reading extends Entity {
    id = '';
    value = 0;
    static key = 'CsvReading';
  }
  await serve({
    'GET /csv': () => reply(200, new TextEncoder().encode('1,5\n2,7'), { 'content-type': 'text/csv' }),
  });
  const get = new ApiEndpoint({
    path: '/csv',
    content: 'text',
    schema: [Reading],
    process: (csv: string) =>
      csv.split('\n').map(line => ({ id: line.split(',')[0], value: Number(line.split(',')[1]) })),
  });
  const store = createTestStore();

  expect((await store.dispatch(get.fetch())).map(({ value }) => value)).toEqual([5, 7]);
});

it('push works through Query(Collection)', async () => {
  class Task extends Entity {
    id = '';
    title = '';
    static key = 'QueryTask';
  }
  await serve({
    'GET /tasks': () => [{ id: '1', title: 'b' }],
    'POST /tasks': () => ({ id: '2', title: 'a' }),
  });
  const sorted = new Query(new Collection([Task]), tasks =>
    [...tasks].sort((a, b) => a.title.localeCompare(b.title)),
  );
  const getTasks = new ApiEndpoint({ path: '/tasks', schema: sorted });
  const store = createTestStore();
  await store.dispatch(getTasks.fetch());

  const created = await store.dispatch(getTasks.push.fetch({ title: 'a' }));

  expect(created).toBeInstanceOf(Task);
  expect(
    getTasks
      .select()(store.getState())
      .data?.map(({ id }) => id),
  ).toEqual(['2', '1']);
});
