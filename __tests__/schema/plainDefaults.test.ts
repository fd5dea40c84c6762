import { Controller, Entity, EntityMixin } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

it('reports a default that JSON lacks and that has no function in static schema', () => {
  class Ticket extends Entity {
    id = '';
    createdAt = new Date(0);
    size = 0n;
    votes = new Map<string, number>();
    closedAt = new Date(0);
    static key = 'PlainDefaults.Ticket';
    static schema = { closedAt: (sent: string) => new Date(sent) };
  }
  const store = createTestStore();
  const controller = new Controller(store);
  controller.set(Ticket, { id: '1' });
  expect(store.complaints).toEqual([]);
  const sent = '2026-01-01';
  controller.set(Ticket, { id: '2', createdAt: sent, closedAt: sent, size: '7', votes: {} } as never);

  expect(store.complaints.splice(0).map(String)).toEqual([
    expect.stringMatching(
      /"createdAt" of PlainDefaults.Ticket is a Date by default.*createdAt: \(sent: string\) => new Date\(sent\) }/,
    ),
    expect.stringMatching(
      /"size" of PlainDefaults.Ticket is a bigint by default.*size: \(sent: string\) => BigInt\(sent\) }/,
    ),
    expect.stringMatching(
      /"votes" of PlainDefaults.Ticket is a Map by default.*new Map\(Object\.entries\(sent\)\) }/,
    ),
  ]);
});

it('does not report a class that creates its instances itself', () => {
  class Visit {
    id = '';
    at = new Date(0);
    static createIfValid({ id, at }: { readonly id?: string; readonly at?: string }) {
      return Object.assign(new this(), { id, at: new Date(at as string) });
    }
  }
  class VisitEntity extends EntityMixin(Visit, { key: 'PlainDefaults.Visit' }) {}
  const store = createTestStore();
  new Controller(store).set(VisitEntity, { id: '1', at: '2026-01-01' } as never);

  expect(store.complaints).toEqual([]);
});
