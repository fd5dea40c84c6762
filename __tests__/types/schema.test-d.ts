import {
  All,
  Collection,
  type Controller,
  type Denormalized,
  Entity,
  EntityMixin,
  type Invalidate,
  Lazy,
  Query,
  Scalar,
  schema,
  Union,
  Values,
} from 'rdc-toolkit';
import type { Equal, Expect } from './expectType';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}
class Team extends Entity {
  id = '';
  size = 0;
  static key = 'Team';
}
class Folder extends Entity {
  id = '';
  folders: readonly Folder[] = [];
  static key = 'Folder';
  static schema = { folders: [new Lazy((): typeof Folder => Folder)] };
}
class Person {
  slug = '';
  get initial() {
    return this.slug.charAt(0);
  }
  static population = 7;
}
class Author extends EntityMixin(Person, { key: 'Author', pk: 'slug' }) {
  books = 0;
}

const TeamIn = Scalar(Team, {
  key: 'TeamIn',
  fields: ['size'],
  lens: ({ season }: { season: number }) => season,
});
const teamsIn = new Collection([TeamIn]);
Scalar(Team, {
  key: 'TeamBy',
  // @ts-expect-error not a field of the entity
  fields: ['sise'],
  // @ts-expect-error the lens is missing
  lens: () => ({}),
});

const owner = new Union({ user: User, team: Team }, 'type');
const owners = new Values({ user: User, team: Team }, 'type');
const users = new Collection([User]);
const names = new Query(new All(User), (list, { from }: { from: string }) =>
  list.map(user => user.name).filter(name => name > from),
);
const profile = new Query({ user: User, teams: new All(Team) }, ({ user, teams }) => ({
  title: user.name,
  size: teams.reduce((sum, team) => sum + team.size, 0),
}));

export type ValuesOfSchemas = [
  Expect<Equal<Denormalized<typeof TeamIn>, Team>>,
  Expect<Equal<Denormalized<typeof teamsIn>, readonly Team[]>>,
  Expect<Equal<Denormalized<typeof User>, User>>,
  Expect<Equal<Denormalized<readonly [typeof User]>, readonly User[]>>,
  Expect<Equal<Denormalized<typeof owner>, User | Team>>,
  Expect<Equal<Denormalized<Values<typeof User>>, Readonly<Record<string, User>>>>,
  Expect<Equal<Denormalized<typeof owners>, Readonly<Record<string, User | Team>>>>,
  Expect<Equal<Denormalized<typeof users>, readonly User[]>>,
  Expect<Equal<Denormalized<All<typeof User>>, readonly User[]>>,
  Expect<Equal<Denormalized<All<typeof owner>>, readonly (User | Team)[]>>,
  Expect<Equal<Denormalized<typeof names>, string[]>>,
  Expect<Equal<Denormalized<typeof profile>, { title: string; size: number }>>,
  Expect<Equal<Denormalized<Invalidate<typeof User>>, string>>,
  Expect<Equal<Denormalized<Lazy<typeof Folder>>, Folder>>,
  Expect<Equal<Denormalized<typeof Author>['initial'], string>>,
  Expect<Equal<Denormalized<typeof Author>['books'], number>>,
];

const nested = new schema.Object({
  results: new Collection([owner]),
  byName: new Values([User]),
  firsts: new schema.Array({ user: User, team: Team }, 'type'),
  lazily: new Lazy(() => owner),
  at: (iso: string) => new Date(iso),
  total: 0,
});

export type ValuesOfNestedSchemas = [
  Expect<
    Equal<
      Denormalized<typeof nested>,
      {
        readonly results: readonly (User | Team)[];
        readonly byName: Readonly<Record<string, readonly User[]>>;
        readonly firsts: readonly (User | Team)[];
        readonly lazily: User | Team;
        readonly at: Date;
        readonly total: number;
      }
    >
  >,
  Expect<Equal<Denormalized<Collection<Values<typeof User>>>, Readonly<Record<string, User>>>>,
  Expect<Equal<Denormalized<Collection<readonly [typeof User]>['push']>, User>>,
  Expect<Equal<Denormalized<Collection<Values<typeof User>>['assign']>, Readonly<Record<string, User>>>>,
];

// The members of a class turned into an entity.
Author.fromJS({ slug: 'ada' }).initial.charAt(0);
Author.population.toFixed();
new Author().pk()?.toString();

// @ts-expect-error a discriminator is missing
new Union({ user: User });
// @ts-expect-error kinds have names
new Union([User], 'type');
// @ts-expect-error a discriminator is a field's name or a function
new Values({ user: User }, 5);
// @ts-expect-error a field has a type
Author.fromJS().books = 'five';
// @ts-expect-error the pk must be a field
EntityMixin(Person, { key: 'Person', pk: 'id' });
// @ts-expect-error not a field of the entity
Author.fromJS({ title: 'x' });
// @ts-expect-error Lazy takes a function
new Lazy(User);
// @ts-expect-error records of another entity
new Query(new All(User), (list: readonly Team[]) => list.length);
// @ts-expect-error neither kind has such a field
(value: Denormalized<typeof owner>) => value.title;
// @ts-expect-error only one of the kinds has it
(value: Denormalized<typeof owner>) => value.size;
// @ts-expect-error a map is read only
(value: Denormalized<typeof owners>) => delete value.ada;

export function setting({ set }: Controller) {
  set(Track, { id: '5', title: 'One' });
  set(Track, { id: '5' }, { title: 'One' });
  set(Track, { id: '5' }, ({ title }) => ({ title: `${title}!` }));
  set(Track, { id: '5' }, track => {
    track.title = 'One';
  });
  set([Track], [{ id: '5' }]);
  set(new Collection([Track]), { album: '1' }, tracks => tracks.slice(1));
  // @ts-expect-error `titel` is not a field
  set(Track, { id: '5' }, { titel: 'One' });
  // @ts-expect-error `titel` is not a field
  set(Track, { titel: 'One' });
  // @ts-expect-error a number is not a record
  set(Track, { id: '5' }, track => track.title.length);
}

class Track extends Entity {
  id = '';
  title = '';
  static key = 'Track';
}
