import {
  Collection,
  Entity,
  EntityMixin,
  Invalidate,
  InvalidEntityError,
  Lazy,
  MissingKeyError,
  normalize,
  RestEndpoint,
  resource,
  Values,
} from 'rdc-toolkit';
import { getCell } from '../../lib/tables/getCell';
import { createMemory } from './memory';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}

describe('an instance', () => {
  class Event extends Entity {
    id = '';
    title = 'untitled';
    at = new Date(0);
    host = User.fromJS();
    guests: readonly User[] = [];
    get loudTitle() {
      return this.title.toUpperCase();
    }
    static key = 'Event';
    static schema = { at: (iso: string) => new Date(iso), host: User, guests: [User] };
  }
  const raw = { id: '1', at: '2020-01-02T00:00:00.000Z', host: { id: 'a', name: 'Ada' } };

  it('is frozen, with defaults, methods and converted values; the store keeps raw data', () => {
    const memory = createMemory();
    const event = memory.read(Event, memory.write(Event, raw));

    expect(event).toBeInstanceOf(Event);
    expect(Object.isFrozen(event)).toBe(true);
    expect(event).toMatchObject({ title: 'untitled', loudTitle: 'UNTITLED', host: { name: 'Ada' } });
    expect(event?.at).toEqual(new Date('2020-01-02'));
    expect(getCell(memory.tables.entities.Event, '1')?.value).toEqual({ ...raw, host: 'a' });
  });

  it('keeps its methods and getters when a response has fields of the same name', () => {
    const memory = createMemory();
    const event = memory.read(Event, memory.write(Event, { ...raw, loudTitle: 'x', pk: 'y', title: 'a' }));

    expect(event?.loudTitle).toBe('A');
    expect(event?.pk()).toBe('1');
  });

  it('is one object per version of the record for all readers', () => {
    const memory = createMemory();
    const result = memory.write([Event], [raw]);
    const [before] = memory.read([Event], result) ?? [];
    expect(memory.find(Event, '1')).toBe(before);
    memory.write(Event, raw);
    expect(memory.find(Event, { id: 1 })).toBe(before);

    memory.write(User, { id: 'a', name: 'Bo' });
    expect(memory.find(Event, '1')).not.toBe(before);
    expect(memory.find(Event, '1')?.host.name).toBe('Bo');
  });
});

it('a custom mergeWithStore runs even when a response repeats what is stored', () => {
  class Draft extends Entity {
    id = '';
    isDraft = false;
    static key = 'Entity.Draft';
    static override mergeWithStore(...given: Parameters<typeof Entity.mergeWithStore>) {
      return { ...super.mergeWithStore(...given), isDraft: Boolean((given[3] as Partial<Draft>).isDraft) };
    }
  }
  const memory = createMemory();
  memory.write(Draft, { id: '1', isDraft: true });
  memory.write(Draft, { id: '1' });

  expect(memory.find(Draft, '1')?.isDraft).toBe(false);
});

describe('process', () => {
  class Item extends Entity {
    id = '';
    count = 0;
    static key = 'Item';
    static override process(input: { id: string; amount?: number; gone?: boolean }) {
      return input.gone ? undefined : { id: input.id, count: input.amount, at: new Date(0), none: undefined };
    }
  }

  it('decides what plain data is stored', () => {
    const memory = createMemory();
    memory.write(Item, { id: '1', amount: 3 });

    expect(memory.find(Item, '1')?.count).toBe(3);
    const { entities } = memory.tables;
    expect(JSON.parse(JSON.stringify(entities))).toStrictEqual(entities);
  });

  it('removes the record when it returns undefined', () => {
    const memory = createMemory();
    const result = memory.write([Item], [{ id: '1', amount: 1 }, { id: '2' }]);
    memory.write([Item], [{ id: '1', gone: true }]);

    expect(memory.find(Item, '1')).toBeUndefined();
    expect(memory.read([Item], result)).toMatchObject([{ id: '2' }]);
  });

  it('receives the parent, the key and the arguments', () => {
    const heard: unknown[] = [];
    class Part extends Entity {
      id = '';
      static key = 'Part';
      static override process(
        input: object,
        parent: unknown,
        key: string | undefined,
        args: readonly unknown[],
      ) {
        heard.push([(parent as { id: string }).id, key, args]);
        return input;
      }
    }
    class Whole extends Entity {
      id = '';
      part = Part.fromJS();
      static key = 'Whole';
      static schema = { part: Part };
    }
    createMemory().write(Whole, { id: 'w', part: { id: 'p' } }, { args: ['asked'] });

    expect(heard).toEqual([['w', 'part', ['asked']]]);
  });

  it('can make a record, and one nested in it, of each of several strings', () => {
    class Mention extends Entity {
      id = '';
      user = User.fromJS();
      static key = 'Mention';
      static schema = { user: User };
      static override process(input: unknown): unknown {
        return typeof input === 'string' ? { id: input, user: { id: input, name: `@${input}` } } : input;
      }
    }
    const memory = createMemory();
    const result = memory.write([Mention], ['ada', 'bo']);

    expect(memory.read([Mention], result)?.map(({ user }) => user.name)).toEqual(['@ada', '@bo']);
  });
});

describe('validate', () => {
  class Named extends Entity {
    id = '';
    name = '';
    static key = 'Named';
    static override validate(row: { name?: unknown }) {
      return row.name === undefined ? 'it has no name' : undefined;
    }
  }

  it('rejects a response with the entity, the reason and a way out', () => {
    const memory = createMemory();

    expect(() => memory.write(Named, { id: '1' })).toThrow(InvalidEntityError);
    expect(() => memory.write(Named, { id: '1' })).toThrow(/Cannot store a Named .*it has no name.*process/);
    expect(memory.tables.entities).toEqual({});
  });

  it('hides a stored record that does not pass', () => {
    const Loose = class Named extends Entity {
      id = '';
      static key = 'Named';
    };
    const memory = createMemory();
    memory.write(Loose, { id: '1' });

    expect(memory.find(Named, '1')).toBeUndefined();
    expect(memory.find(Loose, '1')).toBeInstanceOf(Loose);
  });
});

describe('merging', () => {
  it('lets an entity combine two versions', () => {
    class Log extends Entity {
      id = '';
      lines: readonly string[] = [];
      static key = 'Log';
      static override merge(existing: { lines?: string[] }, incoming: { lines?: string[] }) {
        return { ...existing, ...incoming, lines: [...(existing.lines ?? []), ...(incoming.lines ?? [])] };
      }
    }
    const memory = createMemory();
    memory.write(Log, { id: '1', lines: ['a'] });
    memory.write(Log, { id: '1', lines: ['b'] });

    expect(memory.find(Log, '1')?.lines).toEqual(['a', 'b']);
  });

  it('lets an entity reject an update', () => {
    class Versioned extends Entity {
      id = '';
      version = 0;
      static key = 'Versioned';
      static override shouldUpdate(
        _existingMeta: unknown,
        _incomingMeta: unknown,
        existing: { version?: number },
        incoming: { version?: number },
      ) {
        return (incoming.version ?? 0) > (existing.version ?? 0);
      }
    }
    const memory = createMemory();
    for (const version of [2, 1, 3, 2]) memory.write(Versioned, { id: '1', version });

    expect(memory.find(Versioned, '1')?.version).toBe(3);
  });

  it('lets an entity decide which of two responses is later', () => {
    class Stamped extends Entity {
      id = '';
      at = 0;
      text = '';
      static key = 'Stamped';
      static override shouldReorder(
        _existingMeta: unknown,
        _incomingMeta: unknown,
        existing: { at?: number },
        incoming: { at?: number },
      ) {
        return (incoming.at ?? 0) < (existing.at ?? 0);
      }
    }
    const memory = createMemory();
    memory.write(Stamped, { id: '1', at: 5, text: 'new' });
    memory.write(Stamped, { id: '1', at: 4, text: 'old' });

    expect(memory.find(Stamped, '1')?.text).toBe('new');
  });

  it('lets a response that changes nothing outrank earlier ones, too', () => {
    class Note extends Entity {
      id = '';
      text = '';
      static key = 'MergedNote';
      static override merge(existing: object, incoming: object) {
        return { ...existing, ...incoming };
      }
    }
    const memory = createMemory();
    const notes = new Collection([Note]);
    const write = (text: string, fetchedAt: number) => {
      memory.write(Note, { id: '1', text }, { fetchedAt });
      return memory.write(notes, [{ id: text }], { fetchedAt });
    };
    write('new', 1);
    write('new', 10);
    const list = write('old', 5);

    expect(memory.find(Note, '1')?.text).toBe('new');
    expect(memory.read(notes, list)?.map(({ id }) => id)).toEqual(['new']);
  });
});

describe('keys', () => {
  class Member extends Entity {
    org = { id: '' };
    nr = 0;
    override pk() {
      return `${this.org.id}/${this.nr}`;
    }
    static key = 'Member';
  }

  class Numbered extends Entity {
    slug = '';
    override pk() {
      return Number(this.slug);
    }
    static key = 'NumberedBySlug';
  }

  it.each([
    ['a string', User, { id: '5' }, '5'],
    ['a number', User, { id: 5 }, '5'],
    ['zero', User, { id: 0 }, '0'],
    ['a made-up one', Member, { org: { id: 'a' }, nr: 3 }, 'a/3'],
    ['__proto__', User, { id: '__proto__' }, '__proto__'],
    ['constructor', User, { id: 'constructor' }, 'constructor'],
    ['hasOwnProperty', User, { id: 'hasOwnProperty' }, 'hasOwnProperty'],
  ])('can be %s', (_name, entity, fields, pk) => {
    const memory = createMemory();
    expect(memory.write(entity, fields)).toBe(pk);
    expect(memory.find(entity, pk)).toMatchObject(fields);
    expect(memory.find(entity, fields)).toBe(memory.find(entity, pk));
    memory.roundTrip();
    expect(memory.find(entity, pk)).toMatchObject(fields);
    memory.write(new Invalidate(entity), fields);
    expect(memory.find(entity, pk)).toBeUndefined();
  });

  it.each([
    ['no id', User, { name: 'Ada' }, 'found no key. Fields received: name'],
    ['null', User, { id: null }, 'found no key, since its id is null. Fields received: id'],
    ['an empty string', User, { id: '' }, 'found no key. Fields received: id'],
    [
      'nothing to read it from',
      Member,
      { nr: 1 },
      `has thrown "Cannot read properties of undefined (reading 'id')". Fields received: nr`,
    ],
    ['no fields', User, {}, 'found no key. Fields received: none'],
    ['no number', Numbered, { slug: 'a' }, 'found no key. Fields received: slug'],
  ])('throw a MissingKeyError when there is %s', (_name, entity, fields, problem) => {
    const memory = createMemory();
    expect(() => memory.write(entity, fields)).toThrow(MissingKeyError);
    expect(() => memory.write(entity, fields)).toThrow(
      `Cannot store a ${entity.key} from normalize(): pk() ${problem}.`,
    );
    expect(() => memory.write(new Invalidate(entity), fields)).toThrow(MissingKeyError);
  });

  it.each([{}, null, '', Number.NaN])('throw a MissingKeyError when a static pk() returns %p', found => {
    class Keyed extends Entity {
      id = '';
      static key = 'KeyedByMistake';
      static override pk(): string {
        return found as unknown as string;
      }
    }
    expect(() => createMemory().write(Keyed, { id: '1' })).toThrow(MissingKeyError);
  });

  describe('made of several fields', () => {
    class Repository extends Entity {
      name = '';
      owner: unknown = { login: '' };
      static key = 'KeyedRepository';
      override pk() {
        const { owner, name } = this as unknown as { owner: { login: string }; name: string };
        return `${typeof owner === 'string' ? owner : owner.login}/${name}`;
      }
    }

    it('throw MissingKeyError if one is missing', () => {
      const memory = createMemory();
      for (const fields of [{ owner: {}, name: 'a' }, { owner: 'ada' }, { owner: 'ada', name: {} }]) {
        expect(() => memory.write(Repository, fields)).toThrow(MissingKeyError);
        expect(() => memory.write(new Invalidate(Repository), fields)).toThrow(MissingKeyError);
      }
    });

    it('accept "undefined" and "[object Object]" as real names', () => {
      const memory = createMemory();
      const names = [
        { owner: 'undefined', name: 'a' },
        { owner: { login: 'ada' }, name: '[object Object]' },
      ];
      expect(names.map(fields => memory.write(Repository, fields))).toEqual([
        'undefined/a',
        'ada/[object Object]',
      ]);
    });
  });

  it('fail at first use if a nested class is undefined, as in a circular import', () => {
    const loadedLater = undefined as unknown as typeof User;
    class Early extends Entity {
      id = '';
      static key = 'EarlyEntity';
      static schema = { owner: loadedLater };
    }
    expect(() => createMemory().write(Early, { id: '1' })).toThrow(
      'Cannot use the entity EarlyEntity: its static schema has undefined for "owner", usually because two modules ' +
        'import each other. Look the class up lazily: owner: new Lazy(() => TheClass).',
    );
  });

  it.each([['constructor'], ['__proto__'], ['toString'], [''], [undefined]])(
    'of entities cannot be %j',
    key => {
      class Unusable extends Entity {
        id = '';
        static key = key as string;
      }
      expect(() => createMemory().write(Unusable, { id: '1' })).toThrow(/Cannot use the entity Unusable/);
    },
  );
});

describe('indexes', () => {
  class Account extends Entity {
    id = '';
    email = '';
    static key = 'Account';
    static indexes = ['email'] as const;
  }

  it('find a record by another field, at its current value', () => {
    const memory = createMemory();
    memory.write(
      [Account],
      [
        { id: '1', email: 'a@x' },
        { id: '2', email: 'constructor' },
      ],
    );
    expect(memory.find(Account, { email: 'a@x' })?.id).toBe('1');
    expect(memory.find(Account, { email: 'constructor' })?.id).toBe('2');

    memory.write(Account, { id: '1', email: 'b@x' });
    expect(memory.find(Account, { email: 'a@x' })).toBeUndefined();
    expect(memory.find(Account, { email: 'b@x' })?.id).toBe('1');

    memory.write(Account, { id: '3', email: 'b@x' });
    memory.write(new Invalidate(Account), '3');
    expect(memory.find(Account, { email: 'b@x' })).toBeUndefined();
  });

  it('find a record that another class of its kind, with other indexes, has changed', () => {
    class Contact extends Entity {
      id = '';
      email = '';
      phone = '';
      static key = 'Contact';
      static indexes: readonly ('email' | 'phone')[] | undefined;
    }
    class ByEmail extends Contact {
      static override indexes = ['email'] as const;
    }
    class ByPhone extends Contact {
      static override indexes = ['phone'] as const;
    }
    const memory = createMemory();
    memory.write(ByEmail, { id: '1', email: 'a@x', phone: '1' });
    memory.write(ByPhone, { id: '1', email: 'b@x', phone: '1' });
    memory.write(Contact, { id: '1', email: 'c@x', phone: '2' });

    expect(['a@x', 'b@x', 'c@x'].map(email => memory.find(ByEmail, { email })?.id)).toEqual([
      undefined,
      undefined,
      '1',
    ]);
    expect(['1', '2'].map(phone => memory.find(ByPhone, { phone })?.id)).toEqual([undefined, '1']);
  });

  it.each([['constructor'], ['toString'], ['__proto__']])(
    'find a record by a field named %s only at its own value',
    name => {
      class Part extends Entity {
        id = '';
        code = '';
        static key = 'Part';
        static indexes: readonly string[] = [name, 'code'];
      }
      const memory = createMemory();
      const named = (value: string) => Object.fromEntries([[name, value]]);
      memory.write(Part, { id: '0', code: 'w' });
      memory.write(Part, { id: '1', ...named('a') });
      memory.write(Part, { id: '2', ...named('b'), code: 'x' });
      memory.write(Part, { id: '3' });

      expect(memory.find(Part, named('a') as never)?.id).toBe('1');
      expect(memory.find(Part, named('b') as never)?.id).toBe('2');
      expect(memory.find(Part, { code: 'x' })?.id).toBe('2');
      expect(memory.find(Part, { code: 'y' })).toBeUndefined();
      expect(memory.tables.indexes).toEqual(JSON.parse(JSON.stringify(memory.tables.indexes)));
    },
  );

  it('find the record with a value after the previous holder of that value changes', () => {
    const memory = createMemory();
    memory.write(Account, { id: '1', email: 'a@x' });
    memory.write(Account, { id: '2', email: 'a@x' });

    memory.write(Account, { id: '1', email: 'b@x' });

    expect(memory.find(Account, { email: 'a@x' })?.id).toBe('2');
  });

  it('find each of many records after updates and deletions', () => {
    const memory = createMemory();
    const rows = Array.from({ length: 100 }, (_, i) => ({ id: `${i}`, email: `${i}@x` }));
    for (const row of rows) memory.write(Account, row);
    memory.write([Account], [...rows, { id: 'without' }, { id: 'null', email: null }]);
    memory.write(new Invalidate(Account), '50');
    memory.write(Account, { id: '51', email: { an: 'object' } });

    const found = rows
      .filter(({ id, email }) => memory.find(Account, { email })?.id === id)
      .map(({ id }) => id);

    expect(found).toEqual(rows.map(({ id }) => id).filter(id => id !== '50' && id !== '51'));
    for (const email of ['null', 'undefined', '[object Object]'])
      expect(memory.find(Account, { email })).toBeUndefined();
  });
});

describe('a class that already exists', () => {
  class Person {
    slug = '';
    name = '';
    get initial() {
      return this.name.charAt(0);
    }
  }
  class Author extends EntityMixin(Person, { key: 'Author', pk: 'slug' }) {}
  class Editor extends EntityMixin(Person) {
    override pk() {
      return this.slug.toUpperCase();
    }
    author = Author.fromJS();
    static key = 'Editor';
    static schema = { author: Author };
  }

  it('can compute its key from the record, at the top of a response and in lists', () => {
    class Named extends EntityMixin(Person, { key: 'Named', pk: person => `person:${person.slug}` }) {}
    const memory = createMemory();
    expect(memory.read(Named, memory.write(Named, { slug: 'ada' }))?.slug).toBe('ada');
    const list = memory.write([Named], [{ slug: 'bo' }]);
    expect(list).toEqual(['person:bo']);
  });

  it('becomes an entity and keeps its prototype', () => {
    const memory = createMemory();
    const author = memory.read(Author, memory.write(Author, { slug: 'ada', name: 'Ada' }));

    expect(author).toBeInstanceOf(Author);
    expect(author).toBeInstanceOf(Person);
    expect(author?.initial).toBe('A');
    expect(author?.pk()).toBe('ada');
    expect(Author.fromJS({ name: 'Bo' }).initial).toBe('B');
  });

  it('accepts a key, schema and pk in a subclass', () => {
    const memory = createMemory();
    memory.write(Editor, { slug: 'ed', author: { slug: 'ada', name: 'Ada' } });

    expect(memory.find(Editor, 'ED')?.author.initial).toBe('A');
    expect(Object.keys(memory.tables.entities)).toEqual(['Author', 'Editor']);
  });

  it('keeps its own pk()', () => {
    class Coin {
      code = '';
      pk() {
        return this.code;
      }
    }
    class Currency extends EntityMixin(Coin, { key: 'Currency' }) {}

    expect(createMemory().write(Currency, { code: 'EUR' })).toBe('EUR');
  });
});

describe('a lazy schema', () => {
  class Folder extends Entity {
    id = '';
    parent: Folder | undefined = undefined;
    folders: readonly Folder[] = [];
    static key = 'Folder';
    static schema = {
      parent: new Lazy((): typeof Folder => Folder),
      folders: [new Lazy((): typeof Folder => Folder)],
    };
  }

  it('lets an entity contain itself', () => {
    const memory = createMemory();
    memory.write(Folder, { id: 'a', folders: [{ id: 'b', parent: 'a' }] });
    const folder = memory.find(Folder, 'a');

    expect(folder?.folders[0]).toBeInstanceOf(Folder);
    expect(folder?.folders[0]?.parent).toBe(folder);
    expect(memory.find(new Lazy(() => Folder), 'b')).toBe(folder?.folders[0]);
  });

  it.each([2, 3])('lets %i records reference each other, even after one was deleted and restored', count => {
    const memory = createMemory();
    for (let n = 0; n < count; n++)
      memory.write(Folder, { id: String(n), parent: String((n + 1) % count), folders: [] });
    const folders = () => Array.from({ length: count }, (_, n) => memory.find(Folder, String(n)));
    folders();
    const before = memory.tables;
    memory.write(new Invalidate(Folder), '1');
    folders();

    memory.restore(before);
    const first = memory.find(Folder, '0');

    let around = first;
    for (let n = 0; n < count; n++) around = around?.parent;
    expect(around).toBe(first);
    expect(folders().map((folder, n, all) => folder?.parent === all[(n + 1) % count])).not.toContain(false);
  });

  it('visits each record of a chain only a few times when the last one changes', () => {
    const length = 1_000;
    const memory = createMemory();
    for (let n = 0; n < length; n++)
      memory.write(Folder, {
        id: String(n),
        parent: n + 1 < length ? String(n + 1) : undefined,
        folders: [],
      });
    memory.find(Folder, '0');
    memory.write(Folder, { id: String(length - 1), folders: ['0'] });
    const look = jest.spyOn(WeakMap.prototype, 'get');
    const first = memory.find(Folder, '0');
    const looks = look.mock.calls.length;
    look.mockRestore();

    expect(first?.parent?.parent).toBe(memory.find(Folder, '2'));
    expect(looks).toBeLessThan(20 * length);
  });

  it('can name a class that is defined after the endpoint', () => {
    class Shelf extends Entity {
      id = '';
      books: readonly { readonly id: string }[] = [];
      static key = 'Shelf';
      static schema = { books: new Collection([new Lazy((): typeof Entity => Book)]) };
    }
    const getShelf = new RestEndpoint({ path: '/shelves/:id', schema: Shelf });
    class Book extends Entity {
      id = '';
      static key = 'Book';
    }
    const memory = createMemory();
    memory.write(getShelf.schema, { id: '1', books: [{ id: 'b' }] }, { args: [{ id: '1' }] });

    expect(memory.find(Shelf, '1')?.books[0]).toBeInstanceOf(Book);
    expect(Object.keys(memory.tables.entities)).toEqual(['Book', '[Book]', 'Shelf']);
  });
});

it('an entity without a static key throws at first use, with the line to add', () => {
  class Nameless extends Entity {
    id = '';
  }
  const schema = Nameless as unknown as typeof Nameless & { readonly key: string };
  const named: (() => unknown)[] = [
    () => normalize(schema, { id: '1' }),
    () => new Collection([schema]),
    () => new Values(schema),
    () => resource({ path: '/nameless/:id', schema }),
  ];
  for (const name of named) expect(name).toThrow("Add: static key = 'Nameless';");
});

it('a list leaves out rows for which process() returns undefined', () => {
  class Level extends Entity {
    price = 0;
    size = 0;
    static key = 'Normalize.Level';
    override pk() {
      return String(this.price);
    }
    static override process(input: never): unknown {
      const [price, size] = input as readonly number[];
      return size === 0 ? undefined : { price, size };
    }
  }
  const rows = [[1, 5], [2, 0], null, [3, 7]];

  expect(normalize([Level], rows).result).toEqual(['1', null, '3']);
  const { result, entities } = normalize(new Collection([Level]), rows);
  expect(getCell(entities['[Normalize.Level]'], String(result))?.value).toEqual(['1', null, '3']);
});
