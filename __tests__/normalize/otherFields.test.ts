import { Collection, Controller, Entity, Lazy, Query, RestEndpoint, schema, type } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

class Ticket extends Entity {
  id = '';
  static key = 'OtherFields.Ticket';
}
const page = { items: new Collection([Ticket]), nextCursor: type<string | null>() };

const getPage = new RestEndpoint({ path: '/page', schema: page, name: 'OtherFields.getPage' });
const getObject = new RestEndpoint({
  path: '/object',
  schema: new schema.Object(page),
  name: 'OtherFields.getObject',
});
const getQueried = new RestEndpoint({
  path: '/queried',
  schema: new Query(new schema.Object(page), found => found),
  name: 'OtherFields.getQueried',
});
const getLater = new RestEndpoint({
  path: '/later',
  schema: new Lazy(() => new schema.Object(page)),
  name: 'OtherFields.getLater',
});
const getCursor = new RestEndpoint({
  path: '/cursor',
  schema: { nextCursor: page.nextCursor },
  name: 'OtherFields.getCursor',
});
const addAll = new RestEndpoint({
  path: '/tickets',
  method: 'POST',
  schema: page,
  name: 'OtherFields.addAll',
});

const somethingElse = { message: 'Down for maintenance' };

describe('a response without any field of its schema', () => {
  it.each([
    ['getPage', getPage],
    ['getObject', getObject],
    ['getQueried', getQueried],
    ['getLater', getLater],
  ])('warns in development: %s', (name, endpoint) => {
    const store = createTestStore();
    new Controller(store).setResponse(endpoint, somethingElse);

    expect(store.complaints.splice(0).map(String)).toEqual([
      expect.stringContaining(
        `The response of OtherFields.${name} has none of the fields in its schema (items, nextCursor), but message.`,
      ),
    ]);
  });

  it.each([
    ['it is that of a mutation', addAll, somethingElse],
    ['it has nothing at all', getPage.extend({ name: 'OtherFields.getNothing' }), {}],
    [
      'it has one of them',
      getPage.extend({ name: 'OtherFields.getEnd' }),
      { nextCursor: null, message: 'No more' },
    ],
    ['the schema has no list', getCursor, somethingElse],
  ])('is fine if %s', (_where, endpoint, response) => {
    const store = createTestStore();
    new Controller(store).setResponse(endpoint, response);

    expect(store.complaints).toEqual([]);
  });
});
