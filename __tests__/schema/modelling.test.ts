import { Collection, Entity, RestEndpoint } from 'rdc-toolkit';
import { serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { createMemory } from './memory';

describe('the parent that pk and process get', () => {
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

  it('is the record that holds them, inside arrays too', () => {
    parents.length = 0;
    const memory = createMemory();
    memory.write(Order, order);

    expect(parents.map(parent => (parent as { id: string }).id)).toEqual(['o1', 'o1', 'o1']);
    expect(memory.find(Order, 'o1')?.lines.map(({ sku }) => sku)).toEqual(['a', 'b']);
    expect(memory.find(Line, 'o1/b')?.sku).toBe('b');
  });

  it('is the record, in a Collection in a record, too', () => {
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

  it('is undefined at the top of a response', () => {
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

it('process is called for what is no object as well', () => {
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

it('methods of a subclass of Collection say what is no filter, and which lists a creation joins', () => {
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

describe('a response that is text comes as text:', () => {
  it.each([
    ['XML', 'application/xml', '<a/>'],
    ['a feed', 'application/rss+xml', '<rss/>'],
    ['SVG', 'image/svg+xml', '<svg/>'],
    ['JavaScript', 'application/javascript', 'x()'],
    ['YAML', 'application/yaml', 'a: 1'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1'],
  ])('%s', async (_what, type, body) => {
    const api = await serve({
      'GET /text': () =>
        reply(200, new TextEncoder().encode(body), type ? { 'content-type': type } : { 'content-type': '' }),
    });
    const get = new RestEndpoint({ path: '/text', urlPrefix: api.url });

    expect(await get()).toBe(body);
  });
});
