import { Endpoint, Entity, GQLEndpoint } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { startApi, type TestApi } from '../helpers/startApi';

class Note extends Entity {
  id = '';
  title = '';
  done = false;
  static key = 'LatestLosesNothing.Note';
}
class Place extends Entity {
  slug = '';
  rank = 0;
  static key = 'LatestLosesNothing.Place';
  override pk() {
    return this.slug;
  }
}
const latest = { concurrency: 'latest' } as const;

const tagByQuery = new ApiEndpoint({
  ...latest,
  path: '/notes/:id/tags',
  method: 'PUT',
  body: undefined,
  schema: Note,
  searchParams: {} as { readonly tag: string },
  name: 'LatestLosesNothing.tagByQuery',
});
const untag = new ApiEndpoint({
  ...latest,
  path: '/notes/:id/tags',
  method: 'DELETE',
  searchParams: {} as { readonly tag: string },
  name: 'LatestLosesNothing.untag',
});
const wrapped = new ApiEndpoint({
  ...latest,
  path: '/notes/:id',
  method: 'PATCH',
  body: {} as { readonly note: { readonly title?: string; readonly done?: boolean } },
  schema: { note: Note },
  name: 'LatestLosesNothing.wrapped',
});
const archive = new ApiEndpoint({
  ...latest,
  path: '/archive',
  method: 'PUT',
  body: [] as readonly string[],
  schema: [Note],
  name: 'LatestLosesNothing.archive',
});
const reorder = new ApiEndpoint({
  ...latest,
  path: '/rows',
  method: 'PATCH',
  body: [] as readonly { readonly id: string; readonly rank: number }[],
  name: 'LatestLosesNothing.rows',
});
const byTeam = new ApiEndpoint({
  ...latest,
  path: '/teams/:team/notes/:id',
  method: 'PATCH',
  body: {} as { readonly title: string },
  schema: Note,
  scope: ({ team }) => `team ${team}`,
  name: 'LatestLosesNothing.byTeam',
});

const save = new ApiEndpoint({
  ...latest,
  path: '/notes',
  method: 'PUT',
  body: {} as object,
  name: 'LatestLosesNothing.save',
});
const saveOf = save.extend({ schema: { note: Note, notes: [Note] }, name: 'LatestLosesNothing.saveOf' });
const rename = new Endpoint((_id: string, _title: string) => put(), {
  ...latest,
  sideEffect: true,
  name: 'LatestLosesNothing.rename',
});
const saveBy = new Endpoint((_note: { readonly id: string; readonly title: string }) => put(), {
  ...latest,
  sideEffect: true,
  name: 'LatestLosesNothing.saveBy',
});
let url = '';
const saveUnder = new Endpoint((_note: { readonly title: string }, _key: string) => put(), {
  ...latest,
  sideEffect: true,
  name: 'LatestLosesNothing.saveUnder',
});
/** Sends a note as an endpoint made from a function does. */
const put = async () => (await fetch(`${url}/notes`, { method: 'PUT' })).json();

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Any endpoint, with unchecked arguments. */
interface Sendable {
  readonly fetch: (...args: never[]) => unknown;
}
type Call = readonly [what: string, route: string, endpoint: Sendable, before: unknown[], now: unknown[]];
const CALLS: readonly Call[] = [
  [
    'search parameter value (PUT)',
    'PUT /notes/1/tags',
    tagByQuery,
    [{ id: '1', tag: 'a' }],
    [{ id: '1', tag: 'b' }],
  ],
  [
    'search parameter value (DELETE)',
    'DELETE /notes/1/tags',
    untag,
    [{ id: '1', tag: 'a' }],
    [{ id: '1', tag: 'b' }],
  ],
  [
    'other fields of a wrapped body',
    'PATCH /notes/1',
    wrapped,
    [{ id: '1' }, { note: { title: 'x' } }],
    [{ id: '1' }, { note: { done: true } }],
  ],
  ['a list of other keys', 'PUT /archive', archive, [['1', '2']], [['3']]],
  [
    'a list of other rows without schema',
    'PATCH /rows',
    reorder,
    [[{ id: '1', rank: 1 }]],
    [[{ id: '2', rank: 1 }]],
  ],
  [
    'another record in one scope',
    'PATCH /teams/a/notes/1',
    byTeam,
    [{ team: 'a', id: '1' }, { title: 'x' }],
    [{ team: 'a', id: '2' }, { title: 'y' }],
  ],
  ['another record in the body', 'PUT /notes', save, [{ id: '1', title: 'x' }], [{ id: '2', title: 'y' }]],
  [
    'another record in a form',
    'PUT /notes',
    save,
    [formOf({ id: '1', title: 'x' })],
    [formOf({ id: '2', title: 'y' })],
  ],
  [
    'another record in a wrapped body',
    'PUT /notes',
    saveOf,
    [{ note: { id: '1', title: 'x' } }],
    [{ note: { id: '2', title: 'y' } }],
  ],
  [
    'another record in a wrapped body without schema',
    'PUT /notes',
    save,
    [{ note: { id: '1', title: 'x' } }],
    [{ note: { id: '2', title: 'y' } }],
  ],
  ['other keys in a field', 'PUT /notes', saveOf, [{ ids: ['1'] }], [{ ids: ['2'] }]],
  [
    'other rows in a field',
    'PUT /notes',
    saveOf,
    [{ notes: [{ id: '1', title: 'x' }] }],
    [{ notes: [{ id: '2', title: 'y' }] }],
  ],
  [
    'another record with an object as its key',
    'PUT /notes',
    save,
    [{ _id: { $oid: '1' }, title: 'x' }],
    [{ _id: { $oid: '2' }, title: 'y' }],
  ],
  ['another key behind the fields', 'PUT /notes', saveUnder, [{ title: 'x' }, '1'], [{ title: 'y' }, '2']],
  ['another key as an argument of a function', 'PUT /notes', rename, ['1', 'x'], ['2', 'y']],
  [
    'another record as the argument of a function',
    'PUT /notes',
    saveBy,
    [{ id: '1', title: 'x' }],
    [{ id: '2', title: 'y' }],
  ],
];

/** The outcome of a mutation that is in flight when another one is sent. */
async function outcomeOf(api: TestApi, route: string, endpoint: Sendable, before: unknown[], now: unknown[]) {
  url = api.url;
  const store = createTestStore({ isReplayed: false });
  const held = api.hold(route);
  const send = (args: unknown[]): Promise<unknown> =>
    store.dispatch(endpoint.fetch(...(args as never[])) as never) as unknown as Promise<unknown>;
  const settled = send(before).then(
    () => 'done',
    (error: Error) => error.name,
  );
  await held.arrived;
  await send(now);
  await held.release();
  return settled;
}

it.each(CALLS)('latest loses nothing: %s', async (_, route, endpoint, before, now) => {
  const api = await serve({
    'PUT /notes/:id/tags': ({ params }) => params,
    'DELETE /notes/:id/tags': () => null,
    'PATCH /notes/:id': ({ params, body }) => ({
      note: { id: params.id, ...(body as { note: object }).note },
    }),
    'PUT /archive': () => [],
    'PUT /notes': () => ({}),
    'PATCH /rows': () => [],
    'PATCH /teams/:team/notes/:id': ({ params, body }) => ({ id: params.id, ...(body as object) }),
  });
  expect(await outcomeOf(api, route, endpoint, before, now)).toBe('done');
});

it('latest loses nothing: other fields in the input of a GraphQL mutation', async () => {
  const api = await startApi({
    'POST /graphql': ({ body }) => {
      const { variables } = body as { variables: { id: string; input: object } };
      return { data: { updateNote: { id: variables.id, title: '', done: false, ...variables.input } } };
    },
  });
  const gql = new GQLEndpoint(`${api.url}/graphql`, { name: 'LatestLosesNothing.gql' } as never);
  const change = gql
    .mutation(
      (_v: { id: string; input: { title?: string; done?: boolean } }) =>
        'mutation Change($id: ID!, $input: NoteInput!) { updateNote(id: $id, input: $input) { id title done } }',
      { updateNote: Note },
    )
    .extend({ ...latest, name: 'LatestLosesNothing.gqlChange' } as never);
  const [before, now] = [{ title: 'x' }, { done: true }].map(input => [{ id: '1', input }]);

  const outcome = await outcomeOf(
    api,
    'POST /graphql',
    change as unknown as Sendable,
    before ?? [],
    now ?? [],
  );
  expect(outcome).toBe('done');
});

it.each<Call>([
  [
    'fields of a record that the path names',
    'PUT /notes/1',
    save.extend({ path: '/notes/:id', schema: Note }),
    [{ id: '1' }, { ids: ['1'], ranks: [{ id: 1 }] }],
    [{ id: '1' }, { ids: ['2'], ranks: [] }],
  ],
  [
    'a text under a path',
    'PUT /notes/1',
    save.extend({ path: '/notes/:id', body: '' as string, name: 'LatestLosesNothing.text of' } as never),
    [{ id: '1' }, 'x'],
    [{ id: '1' }, 'y'],
  ],
  [
    'a POST to the record that its path names',
    'POST /notes/1',
    save.extend({ path: '/notes/:id', method: 'POST', schema: Note, name: 'LatestLosesNothing.postTo' }),
    [{ id: '1' }, { title: 'x' }],
    [{ id: '1' }, { title: 'y' }],
  ],
  [
    'rows whose key is not their id',
    'PATCH /places',
    reorder.extend({ path: '/places', schema: [Place], name: 'LatestLosesNothing.places' } as never),
    [[{ slug: 'a', rank: 1 }]],
    [[{ slug: 'a', rank: 2 }]],
  ],
  [
    'what one of its kind has, without a key',
    'PUT /notes',
    save,
    [{ title: 'x', tags: ['a'] }],
    [{ title: 'y', tags: [] }],
  ],
  [
    'the argument of a function',
    'PUT /notes',
    new Endpoint((_text: string) => put(), { ...latest, sideEffect: true, name: 'LatestLosesNothing.text' }),
    ['x'],
    ['y'],
  ],
  ['the last argument of a function', 'PUT /notes', rename, ['1', 'x'], ['1', 'y']],
])('latest replaces %s', async (_, route, endpoint, before, now) => {
  const api = await serve({
    'PUT /notes': () => ({}),
    'PUT /notes/:id': ({ params }) => params,
    'POST /notes/:id': ({ params }) => params,
    'PATCH /places': () => [],
  });
  expect(await outcomeOf(api, route, endpoint, before, now)).toBe('AbortError');
});
