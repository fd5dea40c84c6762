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

it('lists the issues of a rejected body by field', async () => {
  const api = await serve({});
  const error = await failureOf(store =>
    store.dispatch(getList.push.fetch({ title: '', tags: [{ name: 5 as never }] })),
  );

  const errors = formErrors(error);

  expect(Object.keys(errors)).toEqual(['title', 'tags[0].name']);
  expect(errors.title?.[0]).toContain('3');
  expect(api.requests).toEqual([]);
});

const TITLE_ALONE = { title: ['is too short'] };
const TITLE = { title: ['is too short', 'is taken'] };

it.each<[of: string, data: unknown, errors: object]>([
  ['Rails, Laravel and ASP.NET', { errors: TITLE }, TITLE],
  ['Rails, of the record', { errors: { base: ['is closed'] } }, { '': ['is closed'] }],
  ['FastAPI, of the body', { detail: [{ loc: ['body'], msg: 'do not match' }] }, { '': ['do not match'] }],
  ['problem details, of the whole', { errors: [{ pointer: '#', detail: 'no' }] }, { '': ['no'] }],
  [
    'JSON:API, of the whole and of a relationship, where only the title says what is wrong',
    {
      errors: [
        { source: { pointer: '/data' }, title: 'is closed', code: 'closed' },
        { source: { pointer: '/data/relationships/author' }, detail: 'must exist' },
      ],
    },
    { '': ['is closed'], author: ['must exist'] },
  ],
  [
    'Django REST framework, fields that are called as envelopes are',
    { title: ['is too short'], message: ['is blank'], detail: ['is long'], errors: ['is bad'] },
    { title: ['is too short'], message: ['is blank'], detail: ['is long'], errors: ['is bad'] },
  ],
  ['Laravel, a field called body', { errors: { 'body.text': ['is blank'] } }, { 'body.text': ['is blank'] }],
  [
    'Zod, a field called body',
    { issues: [{ path: ['body', 'text'], message: 'No' }] },
    { 'body.text': ['No'] },
  ],
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
  [
    'problem details (RFC 9457)',
    {
      type: 'https://example.net/validation-error',
      title: 'Your request is not valid.',
      detail: 'See errors.',
      errors: [
        { detail: 'must be a positive integer', pointer: '#/age' },
        { detail: "must be 'green' or 'red'", pointer: '#/profile/colors/1' },
        { detail: 'is no path', pointer: '#/a~1b' },
      ],
    },
    {
      age: ['must be a positive integer'],
      'profile.colors[1]': ["must be 'green' or 'red'"],
      'a/b': ['is no path'],
    },
  ],
  [
    'problem details (RFC 7807)',
    { title: 'Not valid.', 'invalid-params': [{ name: 'age', reason: 'must be a positive integer' }] },
    { age: ['must be a positive integer'] },
  ],
  [
    'Django REST framework',
    {
      title: ['This field may not be blank.', 'Too short.'],
      tags: [{}, { name: ['This field is required.'] }],
      profile: { city: ['Not a valid choice.'] },
      non_field_errors: ['The two do not match.'],
    },
    {
      title: ['This field may not be blank.', 'Too short.'],
      'tags[1].name': ['This field is required.'],
      'profile.city': ['Not a valid choice.'],
      '': ['The two do not match.'],
    },
  ],
  ['Django REST framework, of a permission', { detail: 'Not found.' }, { '': ['Not found.'] }],
  [
    'NestJS',
    {
      message: [
        'title must be longer than or equal to 3 characters',
        'tags.0.name should not be empty',
        'each value in labels must be a string',
        'property isAdmin should not exist',
        'Closed for today',
      ],
      error: 'Bad Request',
      statusCode: 400,
    },
    {
      title: ['title must be longer than or equal to 3 characters'],
      'tags[0].name': ['tags.0.name should not be empty'],
      labels: ['each value in labels must be a string'],
      isAdmin: ['property isAdmin should not exist'],
      '': ['Closed for today'],
    },
  ],
  [
    'Symfony and API Platform',
    {
      '@type': 'ConstraintViolationList',
      title: 'An error occurred',
      detail: 'title: This value should not be blank.',
      violations: [
        { propertyPath: 'title', message: 'This value should not be blank.', code: 'c1051bb4' },
        { propertyPath: 'tags[0].name', message: 'This value is too short.' },
        { propertyPath: '', message: 'Closed for today' },
      ],
    },
    {
      title: ['This value should not be blank.'],
      'tags[0].name': ['This value is too short.'],
      '': ['Closed for today'],
    },
  ],
  [
    'Spring Boot',
    {
      status: 400,
      error: 'Bad Request',
      errors: [
        {
          codes: ['NotBlank.note.title', 'NotBlank'],
          defaultMessage: 'must not be blank',
          objectName: 'note',
          field: 'title',
          rejectedValue: '',
          bindingFailure: false,
          code: 'NotBlank',
        },
        { defaultMessage: 'must not be null', field: 'tags[0].name', code: 'NotNull' },
      ],
      path: '/notes',
    },
    { title: ['must not be blank'], 'tags[0].name': ['must not be null'] },
  ],
  [
    'Spring Data REST',
    { errors: [{ entity: 'Note', property: 'title', invalidValue: '', message: 'must not be blank' }] },
    { title: ['must not be blank'] },
  ],
  ['Rails, with the errors alone', { title: ["can't be blank"] }, { title: ["can't be blank"] }],
  [
    'Laravel, of what is nested',
    { message: 'The given data was invalid.', errors: { 'tags.0.name': ['The name is required.'] } },
    { 'tags[0].name': ['The name is required.'] },
  ],
  [
    'ASP.NET, of JSON that it cannot read',
    {
      type: 'https://tools.ietf.org/html/rfc9110',
      status: 400,
      errors: { '$.tags[0]': ['Could not be converted.'] },
    },
    { 'tags[0]': ['Could not be converted.'] },
  ],
  [
    'express-validator',
    { errors: [{ type: 'field', msg: 'Invalid value', path: 'tags[0].name', location: 'body' }] },
    { 'tags[0].name': ['Invalid value'] },
  ],
  [
    'Mongoose',
    {
      message: 'Note validation failed',
      errors: { title: { message: 'Path `title` is required.', kind: 'required' } },
    },
    { title: ['Path `title` is required.'] },
  ],
  [
    'a form whose fields have names that issues have',
    { errors: { address: { code: ['no such place'] } }, detail: 'x' },
    { 'address.code': ['no such place'] },
  ],
  [
    'an issue without a message',
    { errors: [{ field: 'title', kind: 5 }] },
    { title: ['{"field":"title","kind":5}'] },
  ],
  [
    'Google',
    {
      error: {
        code: 400,
        message: 'Invalid.',
        status: 'INVALID_ARGUMENT',
        details: [
          { '@type': 'BadRequest', fieldViolations: [{ field: 'title', description: 'is too short' }] },
        ],
      },
    },
    { title: ['is too short'] },
  ],
  [
    'Microsoft',
    {
      error: {
        code: 'BadArgument',
        message: 'Several errors',
        target: 'Note',
        details: [{ code: 'NullValue', target: 'tags[0].name', message: 'must not be null' }],
      },
    },
    { 'tags[0].name': ['must not be null'] },
  ],
  [
    'an envelope with messages by field',
    { error: { message: 'Invalid', title: ['is too short'] } },
    TITLE_ALONE,
  ],
  ['an envelope with a text alone', { error: { code: 'closed', message: 'Closed' } }, { '': ['Closed'] }],
  [
    'a list beside a text',
    { message: 'Invalid', details: [{ path: ['title'], message: 'is too short', type: 'string.min' }] },
    TITLE_ALONE,
  ],
  ['a field called error', { error: ['is blank'] }, { error: ['is blank'] }],
  ['messages without a field', { errors: ['Closed for today'] }, { '': ['Closed for today'] }],
  ['one text', { errors: 'Closed for today' }, { '': ['Closed for today'] }],
  ['a text as detail', { detail: 'Closed for today' }, { '': ['Closed for today'] }],
  ['fields without errors', { errors: { title: null, done: 'no' } }, { done: ['no'] }],
  ['names that objects have', { errors: { valueOf: ['no'] } }, { valueOf: ['no'] }],
  [
    'a text as message, beside what is nested',
    { message: 'no', meta: { id: '5' }, ids: [5] },
    { '': ['no'] },
  ],
  ['a text as error', { error: 'no', statusCode: 422 }, { '': ['no'] }],
  ['messages by field, beside a text', { message: 'no', title: ['is empty'] }, { title: ['is empty'] }],
  ['nothing of the kind', { status: 'no', meta: { id: '5' }, ids: [5] }, {}],
  ['no JSON', 'no', {}],
])('reads the errors of %s', async (_of, data, errors) => {
  await serve({ 'POST /notes': () => reply(422, data) });

  const error = await failureOf(store => store.dispatch(getList.push.fetch({ title: 'long enough' })));

  expect(formErrors(error)).toEqual(errors);
});

it('reads a refusal with 409, such as of a value that is taken', async () => {
  const message = 'duplicate key value violates unique constraint "notes_title_key"';
  await serve({ 'POST /notes': () => reply(409, { code: '23505', details: null, hint: null, message }) });
  const error = await failureOf(store => store.dispatch(getList.push.fetch({ title: 'long enough' })));

  expect(formErrors(error)).toEqual({ '': [message] });
});

it('accepts a function for other formats', async () => {
  await serve({ 'POST /notes': () => reply(400, { title: 'short' }) });
  const error = await failureOf(store => store.dispatch(getList.push.fetch({ title: 'long enough' })));

  const read = (data: unknown) =>
    Object.entries(data as Record<string, string>).map(([name, message]) => ({ path: [name], message }));

  expect(formErrors(error, read)).toEqual({ title: ['short'] });
});

it('also reads the error kept in the store', async () => {
  await serve({ 'POST /notes': () => reply(422, { errors: TITLE }) });
  const store = createTestStore();
  await store.dispatch(getList.push.fetch({ title: 'long enough' })).catch(() => undefined);

  const { error } = getList.push.select({ title: 'x' })(store.getState());

  expect(formErrors(error)).toEqual(TITLE);
});

it.each([
  ['a server error', () => reply(500, { errors: TITLE })],
  ['no response', () => hangUp()],
])('returns nothing for %s', async (_what, response) => {
  await serve({ 'POST /notes': response });
  const error = await failureOf(store => store.dispatch(getList.push.fetch({ title: 'long enough' })));

  expect(error).toBeDefined();
  expect(formErrors(error)).toEqual({});
});

it.each([undefined, null, 'text', new Error('of the app')])('returns nothing for %p', error => {
  expect(formErrors(error)).toEqual({});
});
