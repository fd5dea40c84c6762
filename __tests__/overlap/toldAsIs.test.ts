import { Collection, Entity, isPending, resource, Scalar, type, Union } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Author extends Entity {
  id = '';
  name = '';
  bio = '';
  static key = 'ToldAsIs.Author';
}
class Comment extends Entity {
  id = '';
  text = '';
  likes = 0;
  author = Author.fromJS();
  static key = 'ToldAsIs.Comment';
  static schema = { author: Author };
}
const Authors = resource({ path: '/authors/:id', schema: Author, Endpoint: ApiEndpoint });
const Comments = resource({ path: '/comments/:id', schema: Comment, Endpoint: ApiEndpoint });
const like = Comments.get.extend({ name: 'toldAsIs.like', path: '/comments/:id/like', method: 'POST' });
const assign = new ApiEndpoint({
  name: 'toldAsIs.assign',
  path: '/comments/:id/assign',
  method: 'POST',
  schema: { comment: Comment, author: Author },
  getOptimisticResponse: (_snapshot, { id }) => ({
    comment: { id: `${id}`, text: 'taken' },
    author: { id: '7', name: 'old' },
  }),
});

const MUTATIONS = {
  rename: {
    route: 'PATCH /authors/7',
    begin: () => Authors.partialUpdate.fetch({ id: '7' }, { name: 'new' }),
  },
  create: { route: 'POST /comments', begin: () => Comments.getList.push.fetch({ text: 'x' }) },
  edit: {
    route: 'PATCH /comments/1',
    begin: () => Comments.partialUpdate.fetch({ id: '1' }, { text: 'y' }),
  },
  like: { route: 'POST /comments/1/like', begin: () => like.fetch({ id: '1' }) },
  assign: { route: 'POST /comments/1/assign', begin: () => assign.fetch({ id: '1' }) },
};
type Name = keyof typeof MUTATIONS;
type Order = readonly [Name, Name];
const ordersOf = (other: Name): readonly Order[] => [
  ['rename', other],
  [other, 'rename'],
];
const cases = (['create', 'edit', 'like', 'assign'] as const).flatMap(other =>
  ordersOf(other).flatMap(leave =>
    ordersOf(other).flatMap(act => ordersOf(other).map(land => ({ leave, act, land }))),
  ),
);

it.each(cases)(
  'a mutation does not write a record that its response includes unchanged: leave $leave, act $act, land $land',
  async ({ leave, act, land }) => {
    let author = { id: '7', name: 'old', bio: '' };
    let comment = { id: '1', text: '', likes: 0 };
    const change = (body: object) => {
      comment = { ...comment, ...body };
      return { ...comment, author };
    };
    const { store, controller, arrival, done, settle, mount, newRequests } = await startScript({
      'GET /authors/:id': () => author,
      'GET /comments/:id': () => change({}),
      'PATCH /authors/:id': (_params: object, body: object) => {
        author = { ...author, ...body };
        return author;
      },
      'PATCH /comments/:id': (_params: object, body: object) => change(body),
      'POST /comments': (_params: object, body: object) => ({ id: '2', likes: 0, ...body, author }),
      'POST /comments/:id/like': () => change({ likes: comment.likes + 1 }),
      'POST /comments/:id/assign': () => ({ comment: change({ text: 'taken' }), author }),
    } as never);
    await done(Comments.get.fetch({ id: '1' }) as never);
    mount(Comments.get, { id: '1' });
    const requests = newRequests();
    const ended = leave.map(name => store.dispatch(MUTATIONS[name].begin() as never) as Promise<unknown>);
    const visits = await Promise.all(leave.map(name => arrival(MUTATIONS[name].route)));
    const visitOf = (name: Name) => visits[leave.indexOf(name)];
    for (const name of act) visitOf(name)?.act();
    for (const name of land) {
      visitOf(name)?.respond();
      await ended[leave.indexOf(name)];
    }
    await settle();

    expect(controller.get(Author, { id: '7' })?.name).toBe('new');
    expect(requests().filter(request => request.startsWith('GET'))).toEqual([]);
  },
);

it('a mutation of one kind of a union is not pending for another kind with the same key', async () => {
  class Post extends Entity {
    id = '';
    type = 'post';
    likes = 0;
    text = '';
    static key = 'ToldAsIs.Post';
  }
  class Reply extends Post {
    static override key = 'ToldAsIs.Reply';
  }
  const likeItem = new ApiEndpoint({
    name: 'toldAsIs.likeItem',
    path: '/items/:id/like',
    method: 'POST',
    schema: new Union({ post: Post, reply: Reply }, 'type'),
    getOptimisticResponse: (_snapshot: unknown, { id }: { id: string }) => ({ id, type: 'post', likes: 1 }),
  } as never) as never as typeof like;
  const { store, controller, settle } = await startScript({
    'POST /items/:id/like': () => ({ id: '1', type: 'post', text: '', likes: 1 }),
  });
  controller.set(Post, { id: '1' }, { id: '1', type: 'post', text: '', likes: 0 });
  controller.set(Reply, { id: '1' }, { id: '1', type: 'reply', text: '', likes: 1 });
  const liking = store.dispatch(likeItem.fetch({ id: '1' }) as never) as Promise<unknown>;
  const pending = [Post, Reply].map(kind => isPending(kind, { id: '1' })(store.getState()));
  await settle();
  await liking;

  expect(pending).toEqual([true, false]);
});

describe('a record with parts', () => {
  class Company extends Entity {
    id = '';
    name = '';
    share = 0;
    static key = 'ToldAsIs.Company';
  }
  const Held = Scalar(Company, {
    key: 'ToldAsIs.CompanyInPortfolio',
    fields: ['share'],
    lens: ({ portfolio }: { portfolio: string }) => portfolio,
  });
  const getCompanies = new ApiEndpoint({
    name: 'toldAsIs.getCompanies',
    path: '/companies',
    searchParams: type<{ portfolio: string }>(),
    schema: new Collection([Held]),
  });
  const change = new ApiEndpoint({
    name: 'toldAsIs.change',
    path: '/companies/:id',
    method: 'PATCH',
    searchParams: type<{ portfolio: string }>(),
    body: type<Partial<Pick<Company, 'name' | 'share'>>>(),
    schema: Held,
  });
  const changeShown = change.extend({
    name: 'toldAsIs.changeShown',
    getOptimisticResponse: (snapshot, params, body) =>
      ({ ...snapshot.get(Held, params as never), ...(body as object) }) as never,
  });

  it.each([
    ['that say what they write', change],
    ['that show a whole record', changeShown],
  ])('is not refetched if two of its fields are changed by mutations %s', async (_what, endpoint) => {
    let company = { id: '1', name: 'a', share: 1 };
    const { store, controller, arrival, done, settle, mount, newRequests } = await startScript({
      'GET /companies': () => [company],
      'PATCH /companies/:id': (_params: object, body: object) => {
        company = { ...company, ...body };
        return company;
      },
    } as never);
    const portfolio = { portfolio: 'A' };
    const one = { id: '1', ...portfolio };
    await done(getCompanies.fetch(portfolio) as never);
    mount(getCompanies, portfolio);
    const requests = newRequests();
    const route = 'PATCH /companies/1?portfolio=A';
    const ended: unknown[] = [];
    const visits = [];
    for (const body of [{ name: 'b' }, { share: 2 }]) {
      ended.push(store.dispatch(endpoint.fetch(one, body) as never));
      visits.push(await arrival(route));
    }
    for (const visit of visits) visit.act();
    for (const visit of visits) visit.respond();
    await Promise.all(ended);
    await settle();

    expect(controller.get(Held, one)).toMatchObject({ name: 'b', share: 2 });
    expect(requests()).toEqual([route, route]);
  });
});
