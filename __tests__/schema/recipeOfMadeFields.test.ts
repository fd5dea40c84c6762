import { Controller, Entity } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

class Ticket extends Entity {
  id = '';
  subject = '';
  watchers = 0;
  labels: string[] = [];
  settings: { sound?: boolean } = {};
  votes = new Map<string, number>();
  static key = 'MadeFields.Ticket';
  static schema = {
    labels: (text: string) => text.split(','),
    settings: (text: string): { sound?: boolean } => JSON.parse(text),
    votes: (byName: Readonly<Record<string, number>>) => new Map(Object.entries(byName)),
  };
}

function start() {
  const controller = new Controller(createTestStore());
  const stored = { id: '1', subject: 'Gate', labels: 'a,b', settings: '{}', votes: { ada: 1 } };
  controller.set(Ticket, stored as never);
  const shown = () => {
    const ticket = controller.get(Ticket, { id: '1' });
    return ticket && [ticket.subject, ticket.labels, ticket.settings, ticket.votes];
  };
  return { controller, shown };
}

const BEFORE = ['Gate', ['a', 'b'], {}, new Map([['ada', 1]])];

describe('a value made by a function in static schema', () => {
  it.each<[string, (draft: Ticket) => void, string]>([
    ['a list, changed', draft => void draft.labels.push('c'), 'labels'],
    ['a list, assigned', draft => void Object.assign(draft, { labels: ['c'] }), 'labels'],
    ['an object', draft => void Object.assign(draft.settings, { sound: true }), 'settings'],
  ])('is rejected if the function cannot read it again: %s', (_what, recipe, field) => {
    const { controller, shown } = start();

    expect(() => controller.set(Ticket, { id: '1' }, recipe as never)).toThrow(
      new RegExp(`the function for "${field}" in static schema of MadeFields.Ticket cannot read `),
    );
    expect(shown()).toEqual(BEFORE);
  });

  it('is rejected if its JSON is not what the function takes', () => {
    class Price {
      constructor(readonly cents: number) {}
    }
    class Item extends Entity {
      id = '';
      price = new Price(0);
      static key = 'MadeFields.Item';
      static schema = { price: (cents: number) => new Price(cents) };
    }
    const controller = new Controller(createTestStore());
    controller.set(Item, { id: '1', price: 5 });

    expect(() => {
      controller.set(Item, { id: '1' }, draft => {
        draft.price = new Price(7);
      });
    }).toThrow(
      'the function for "price" in static schema of MadeFields.Item does not make the same Price of its JSON, {"cents":7}. Give Price a toJSON()',
    );
    expect(controller.get(Item, { id: '1' })?.price).toEqual({ cents: 5 });
    Object.assign(Price.prototype, {
      toJSON(this: Price) {
        return this.cents;
      },
    });
    controller.set(Item, { id: '1' }, draft => {
      draft.price = new Price(7);
    });
    expect(controller.get(Item, { id: '1' })?.price).toMatchObject({ cents: 7 });
  });

  it('is rejected as data, too', () => {
    const { controller, shown } = start();

    expect(() => controller.set(Ticket, { id: '1', labels: ['c'] } as never)).toThrow(/cannot read \["c"\]/);
    expect(shown()).toEqual(BEFORE);
  });

  it.each<[string, (draft: Ticket) => void]>([
    ['reads', draft => void Object.assign(draft, { watchers: draft.votes.size })],
    ['changes', draft => void draft.votes.set('bob', 2)],
  ])('cannot be a draft if it is a Map, which a recipe %s', (_what, recipe) => {
    const { controller, shown } = start();

    expect(() => controller.set(Ticket, { id: '1' }, recipe as never)).toThrow(
      /reads a Map or a Set of the data that it is given, which is no draft\. Read it before: controller\.get/,
    );
    expect(shown()).toEqual(BEFORE);
  });

  it('is stored in the form that the function reads', () => {
    const { controller, shown } = start();
    controller.set(Ticket, { id: '1' }, draft => void Object.assign(draft, { labels: 'x,y' }));

    expect(shown()?.[1]).toEqual(['x', 'y']);
  });
});
