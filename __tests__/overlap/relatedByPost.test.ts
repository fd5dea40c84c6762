import { Entity, resource, type } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Label extends Entity {
  id = '';
  team = '';
  static key = 'Related.Label';
}

class Issue extends Entity {
  id = '';
  votes = 0;
  labels: readonly Label[] = [];
  static key = 'Related.Issue';
  static schema = { labels: [Label] as const };
}

const IssueResource = resource({
  path: '/issues/:id',
  schema: Issue,
  searchParams: type<{ team: string }>(),
  belongs: (issue, { team }, get) => issue.labels.some(id => get(Label, id)?.team === team),
  Endpoint: ApiEndpoint,
});
const { getList } = IssueResource;
const vote = IssueResource.get.extend({
  path: '/issues/:id/vote',
  method: 'POST',
  body: undefined,
  name: 'related.vote',
});

it.each([
  ['none', []],
  ['others', [{ id: '8', team: 'b' }]],
])(
  'a record whose related records become %s by a POST leaves a list by the old ones',
  async (_what, labels) => {
    const issue = { id: '1', votes: 0, labels: [{ id: '7', team: 'a' }] };
    const { store, done } = await startScript({
      'GET /issues': () => [issue],
      'POST /issues/:id/vote': () => ({ ...issue, votes: 1, labels }),
    });
    await done(getList.fetch({ team: 'a' }));
    await done(vote.fetch({ id: '1' }));

    expect(getList.select({ team: 'a' })(store.getState()).data).toEqual([]);
  },
);
