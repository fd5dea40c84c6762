import { Collection, Controller, denormalize, Entity, Invalidate, Lazy, normalize } from 'rdc-toolkit';
import { cpuTime } from '../helpers/cpuTime';
import { complaints, createTestStore } from '../helpers/createTestStore';
import { growth } from '../helpers/growth';
import { ApiEndpoint } from '../helpers/serve';
import { createMemory } from '../schema/memory';

class Author extends Entity {
  id = '';
  static key = 'Cycles.Author';
}

class Remark extends Entity {
  id = '';
  topic: Topic | undefined = undefined;
  static key = 'Cycles.Remark';
  static schema = { topic: new Lazy((): typeof Topic => Topic) };
}

class Topic extends Entity {
  id = '';
  remarks: readonly Remark[] = [];
  author = Author.fromJS();
  static key = 'Cycles.Topic';
  static schema = { remarks: [Remark], author: Author };
}

const remarks = ['a', 'b'].map(id => ({ id, topic: '1' }));
const topic = { id: '1', author: { id: 'u' }, remarks };

describe('a hidden record that refers to itself through others', () => {
  it('is in none of them on the first read of a state', () => {
    const getTopic = new ApiEndpoint({ path: '/topics/:id', schema: Topic, name: 'cycles.getTopic' });
    const getRemarks = new ApiEndpoint({ path: '/remarks', schema: [Remark], name: 'cycles.getRemarks' });
    const store = createTestStore();
    const controller = new Controller(store);
    store.dispatch(getTopic.setResponse({ id: '1' }, topic as never));
    store.dispatch(getRemarks.setResponse(remarks as never));
    const topics = () =>
      getRemarks
        .select()(store.getState())
        .data?.map(remark => remark.topic?.id);
    expect(topics()).toEqual(['1', '1']);
    controller.set(new Invalidate(Author), { id: 'u' }, { id: 'u' });

    expect(controller.get(Topic, { id: '1' })).toBeUndefined();
    expect(topics()).toEqual([undefined, undefined]);
  });

  it('is in none of them in one value with it', () => {
    class Shelf extends Entity {
      id = '';
      topics: readonly Topic[] = [];
      last: Remark | undefined = undefined;
      static key = 'Cycles.Shelf';
      static schema = { topics: [Topic], last: Remark };
    }
    const stored = normalize(Shelf, { id: 's', topics: [topic], last: 'a' });
    const { entities, deleted } = normalize(new Invalidate(Author), { id: 'u' }, [], stored);
    const shown = denormalize(Shelf, 's', entities, [], deleted);

    expect(complaints.splice(0).join()).toContain('leaves out Cycles.Topic 1');
    expect([shown?.topics, shown?.last?.topic]).toEqual([[], undefined]);
    expect(shown?.last).toBe(denormalize(Remark, 'a', entities, [], deleted));
  });

  it('is in none of them after an unreadable field ended the walk', () => {
    class Entry extends Entity {
      id = '';
      log: Log | undefined = undefined;
      static key = 'Cycles.Entry';
      static schema = { log: new Lazy((): typeof Log => Log) };
    }
    class Log extends Entity {
      id = '';
      entries: readonly Entry[] = [];
      at = new Date(0);
      static key = 'Cycles.Log';
      static schema = {
        entries: [Entry],
        at: (text: string) => {
          if (text === '') throw new Error('no date');
          return new Date(text);
        },
      };
    }
    const log = { id: '1', at: '', entries: [{ id: 'a', log: '1' }] };
    const { entities } = normalize(Log, log);
    expect(() => denormalize(Log, '1', entities)).toThrow('no date');

    expect(() => denormalize(Entry, 'a', entities)).toThrow('no date');
  });

  it('is in no later element of one list', () => {
    const stored = normalize(Topic, topic);
    const { entities, deleted } = normalize(new Invalidate(Author), { id: 'u' }, [], stored);
    const shown = denormalize([Remark], ['a', 'b'], entities, [], deleted);

    expect((shown as readonly Remark[]).map(remark => remark.topic)).toEqual([undefined, undefined]);
  });

  it('is in no record that was read while its holder was being created', () => {
    class Node extends Entity {
      id = '';
      items: readonly Node[] = [];
      a: Node | undefined = undefined;
      needed: unknown = Author.fromJS();
      b: Node | undefined = undefined;
      author = Author.fromJS();
      static key = 'Cycles.Node';
      static schema = {};
    }
    Node.schema = { items: [Node], a: Node, needed: Node, b: Node, author: Author };
    const there = { id: 'there' };
    const stored = normalize(
      [Node],
      [
        { id: '0', author: there, b: '3', needed: '6' },
        { id: '1', author: there, items: ['5'] },
        { id: '2', author: there, a: '1', needed: '0' },
        { id: '3', author: there, needed: '6' },
        { id: '4', author: there, needed: '2', items: ['4'] },
        { id: '5', author: there, items: ['4', '2'] },
        { id: '6', author: { id: 'u' }, a: '1' },
      ],
    );
    const { entities, deleted } = normalize(new Invalidate(Author), { id: 'u' }, [], stored);
    for (const id of ['0', '6']) expect(denormalize(Node, id, entities, [], deleted)).toBeUndefined();

    expect(denormalize([Node], ['3'], entities, [], deleted)).toEqual([]);
    expect(complaints.splice(0).join()).toContain('leaves out Cycles.Node');
  });

  it('costs the same each, however many share a long list', async () => {
    class Project extends Entity {
      id = '';
      authors: readonly Author[] = [];
      static key = 'Cycles.Project';
      static schema = { authors: [Author] };
    }
    class Note extends Remark {
      project: Project | undefined = undefined;
      static override key = 'Cycles.Note';
      static override schema = { topic: new Lazy((): typeof Topic => Noted), project: Project };
    }
    class Noted extends Topic {
      static override key = 'Cycles.Noted';
      static override schema = { remarks: [Note], author: Author };
    }
    const costOf = (count: number) => {
      const ids = Array.from({ length: count }, (_, i) => `${i}`);
      const topics = ids.map(id => ({
        id,
        author: { id: 'u' },
        remarks: [{ id: `r${id}`, topic: id, project: 'p' }],
      }));
      const project = { id: 'p', authors: ids.map(id => ({ id })) };
      const stored = normalize([Noted], topics, [], normalize(Project, project));
      const { entities, deleted } = normalize(new Invalidate(Author), { id: 'u' }, [], stored);
      const start = cpuTime();
      expect(denormalize([Noted], ids, entities, [], deleted)).toEqual([]);
      return cpuTime() - start;
    };

    // 16 if each costs the same, 256 if the cost of each grows with their number.
    expect(await growth(costOf, { few: 200, many: 3200, limit: 64 })).toBeLessThan(64);
    expect(complaints.splice(0).join()).toContain('leaves out Cycles.Noted');
  });
});

it('a long list whose records hold the list shows changes of one of them', () => {
  class Member extends Entity {
    id = '';
    name = '';
    friends: readonly Member[] = [];
    static key = 'Cycles.Member';
  }
  const friends = new Collection([Member], { nestKey: ({ id }) => ({ of: id }) });
  Object.assign(Member, { schema: { friends } });
  const everyone = new Collection([Member]);
  const memory = createMemory();
  const ids = Array.from({ length: 64 }, (_, i) => `${i}`);
  const args = [{}];
  memory.write(
    everyone,
    ids.map(id => ({ id, friends: [] })),
    { args },
  );
  const befriend = (id: string, count: number) =>
    memory.write(Member, { id, friends: ids.slice(0, count).map(friend => ({ id: friend })) });
  const found = () => memory.find(everyone, {}) as readonly Member[];
  befriend('1', 64);
  found();
  befriend('0', 61);
  found();
  memory.write(Member, { id: '2', name: 'Ada' });

  const [first, second] = found();
  expect(second?.friends[0]?.friends[2]?.name).toBe('Ada');
  expect(second?.friends[0]).toBe(first);
});
