import { Entity } from 'rdc-toolkit';

class User extends Entity {
  id = '';
  name = '';
  static key = 'MistakenUser';
}

let warn: jest.SpyInstance;
beforeEach(() => {
  warn = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => warn.mockRestore());
const warnings = () => warn.mock.calls.map(([text]) => String(text));

describe('static schema', () => {
  it('warns about a name that is not a field', () => {
    class Post extends Entity {
      id = '';
      author = User.fromJS();
      static key = 'MistakenPost';
      static schema = { auther: User };
    }
    Post.fromJS();
    Post.fromJS();
    expect(warnings()).toEqual([
      'rdc-toolkit: Post has a schema for "auther", which is not one of its fields: id, author. ' +
        'Correct the name in static schema, or add the field to Post.',
    ]);
  });

  it('warns about a relation whose default is a string', () => {
    class Comment extends Entity {
      id = '';
      author = '';
      editor: User | undefined = undefined;
      readers: readonly User[] = [];
      static key = 'MistakenComment';
      static schema = { author: User, editor: User, readers: [User] };
    }
    Comment.fromJS();
    expect(warnings()).toEqual([expect.stringContaining('Comment.author is "" by default')]);
    expect(warnings()[0]).toContain('Write author = User.fromJS()');
  });
});

describe('a key shared by two entities', () => {
  it('warns once', () => {
    class Person extends Entity {
      id = '';
      static key = 'MistakenPerson';
    }
    class Customer extends Entity {
      id = '';
      static key = 'MistakenPerson';
    }
    Person.fromJS();
    Customer.fromJS();
    Person.fromJS();
    expect(warnings()).toEqual([
      expect.stringContaining('The entities Person and Customer have the same static key "MistakenPerson"'),
    ]);
  });

  it('is allowed for subclasses of one entity, and for a module that runs again', () => {
    class Repository extends Entity {
      id = '';
      static key = 'MistakenRepository';
    }
    class GqlRepository extends Repository {}
    class RestRepository extends Repository {}
    const evaluate = () => {
      class Again extends Entity {
        id = '';
        static key = 'MistakenAgain';
      }
      class Detailed extends Again {}
      return [Again, Detailed];
    };
    const again = [evaluate(), evaluate(), evaluate()].flatMap(([Again, Detailed]) => [
      Again,
      Detailed,
      Again,
    ]);
    for (const each of [GqlRepository, Repository, RestRepository, ...again]) each?.fromJS();
    expect(warnings()).toEqual([]);
  });
});

it('does not warn in production', () => {
  class Silent extends Entity {
    id = '';
    static key = 'MistakenSilent';
    static schema = { auther: User };
  }
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  Silent.fromJS();
  process.env.NODE_ENV = NODE_ENV;
  expect(warnings()).toEqual([]);
});
