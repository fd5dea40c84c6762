import { Entity, formErrors, resource } from 'rdc-toolkit';
import { z } from 'zod';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { hangUp, reply } from '../helpers/startApi';

class Note extends Entity {
  id = '';
  title = '';
  static key = 'formErrors.Note';
}
const body = z.object({ title: z.string().min(3), tags: z.array(z.object({ name: z.string() })).optional() });
const { getList } = resource({ path: '/notes/:id', schema: Note, body, Endpoint: ApiEndpoint });

/** What `fetch` rejects with. */
async function failureOf(send: (store: ReturnType<typeof createTestStore>) => Promise<unknown>) {
  return send(createTestStore()).then(
    () => undefined,
    (error: unknown) => error,
  );
}

it('names the issues of a body that was refused, by field', async () => {
  const api = await serve({});
  const error = await failureOf(store =>
    store.dispatch(getList.push.fetch({ title: '', tags: [{ name: 5 as never }] })),
  );

  const errors = formErrors(error);

  expect(Object.keys(errors)).toEqual(['title', 'tags[0].name']);
  expect(errors.title?.[0]).toContain('3');
  expect(api.requests).toEqual([]);
});

const TITLE = { title: ['is too short', 'is taken'] };

it.each<[of: string, data: unknown, errors: object]>([
  ['Rails, Laravel and ASP.NET', { errors: TITLE }, TITLE],
  ['one message a field', { errors: { title: 'is taken' } }, { title: ['is taken'] }],
  [
    'GitHub',
    { message: 'Validation Failed', errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }] },
    { title: ['missing_field'] },
  ],
  [
    'Zod on the server',
    { issues: [{ path: ['tags', 0, 'name'], message: 'Invalid' }] },
    { 'tags[0].name': ['Invalid'] },
  ],
  ['FastAPI', { detail: [{ loc: ['body', 'title'], msg: 'field required' }] }, { title: ['field required'] }],
  [
    'JSON:API',
    { errors: [{ source: { pointer: '/data/attributes/title' }, detail: 'is taken' }] },
    { title: ['is taken'] },
  ],
  ['messages without a field', { errors: ['Closed for today'] }, { '': ['Closed for today'] }],
  ['one text', { errors: 'Closed for today' }, { '': ['Closed for today'] }],
  ['a text as detail', { detail: 'Closed for today' }, { '': ['Closed for today'] }],
  ['fields without errors', { errors: { title: null, done: 'no' } }, { done: ['no'] }],
  ['names that objects have', { errors: { valueOf: ['no'] } }, { valueOf: ['no'] }],
  ['nothing of the kind', { message: 'no' }, {}],
  ['no JSON', 'no', {}],
])('reads the errors of %s', async (_of, data, errors) => {
  await serve({ 'POST /notes': () => reply(422, data) });

  const error = await failureOf(store => store.dispatch(getList.push.fetch({ title: 'long enough' })));

  expect(formErrors(error)).toEqual(errors);
});

it('takes a function for a server of another kind', async () => {
  await serve({ 'POST /notes': () => reply(400, { title: 'short' }) });
  const error = await failureOf(store => store.dispatch(getList.push.fetch({ title: 'long enough' })));

  const read = (data: unknown) =>
    Object.entries(data as Record<string, string>).map(([name, message]) => ({ path: [name], message }));

  expect(formErrors(error, read)).toEqual({ title: ['short'] });
});

it('reads them from the error that the store keeps, too', async () => {
  await serve({ 'POST /notes': () => reply(422, { errors: TITLE }) });
  const store = createTestStore();
  await store.dispatch(getList.push.fetch({ title: 'long enough' })).catch(() => undefined);

  const { error } = getList.push.select({ title: 'x' })(store.getState());

  expect(formErrors(error)).toEqual(TITLE);
});

it.each([
  ['a server error', () => reply(500, { errors: TITLE })],
  ['no response', () => hangUp()],
])('says nothing of %s', async (_what, response) => {
  await serve({ 'POST /notes': response });
  const error = await failureOf(store => store.dispatch(getList.push.fetch({ title: 'long enough' })));

  expect(error).toBeDefined();
  expect(formErrors(error)).toEqual({});
});

it.each([undefined, null, 'text', new Error('of the app')])('says nothing of %p', error => {
  expect(formErrors(error)).toEqual({});
});
