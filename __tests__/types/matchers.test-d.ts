// The types of matched actions in reducers and listeners of an app.
import { createListenerMiddleware, createSlice, isAnyOf } from '@reduxjs/toolkit';
import {
  actions,
  Collection,
  Entity,
  Lazy,
  logoutManager,
  Query,
  type RejectedAction,
  RestEndpoint,
  resource,
  schema,
  type,
  Union,
  Values,
} from 'rdc-toolkit';
import type { Equal, Expect } from './expectType';

class Todo extends Entity {
  id = '';
  title = '';
  static key = 'Todo';
}
const { get, partialUpdate } = resource({ path: '/todos/:id', schema: Todo });
const search = get.extend({ path: '/search', process: (found: { total: number }) => found });

type Id = string | number;

export const notices = createSlice({
  name: 'notices',
  initialState: { ids: [] as Id[], total: 0, said: [] as unknown[] },
  reducers: {},
  extraReducers: builder => {
    builder
      .addMatcher(partialUpdate.matchPending, (state, { args: [{ id }, { title }], meta }) => {
        type _Types = [
          Expect<Equal<typeof id, Id>>,
          Expect<Equal<typeof title, string | undefined>>,
          Expect<Equal<typeof meta.requestId, string>>,
        ];
        state.ids.push(id);
      })
      .addMatcher(search.matchFulfilled, (state, { response, error }) => {
        type _Types = [Expect<Equal<typeof response, { total: number }>>, Expect<Equal<typeof error, false>>];
        state.total = response.total;
      })
      .addMatcher(partialUpdate.matchRejected, (state, { args: [{ id }], response, error }) => {
        type _Types = [
          Expect<Equal<typeof id, Id>>,
          Expect<Equal<typeof response.status, number | undefined>>,
          Expect<Equal<typeof response.code, string | undefined>>,
          Expect<Equal<typeof response.data, unknown>>,
          Expect<Equal<typeof error, true>>,
        ];
        state.said.push(response.data);
      });
  },
});

const listener = createListenerMiddleware();
listener.startListening({
  matcher: get.matchFulfilled,
  effect: ({ args: [{ id }], response }) => {
    type _Types = [Expect<Equal<typeof id, Id>>];
    console.info(id, response);
  },
});
const hasFailed = isAnyOf(get.matchRejected, partialUpdate.matchRejected);
listener.startListening({
  matcher: hasFailed,
  effect: ({ args: [{ id }], response: { status, code, data } }) => {
    type _Types = [
      Expect<Equal<typeof id, Id>>,
      Expect<Equal<typeof status, number | undefined>>,
      Expect<Equal<typeof code, string | undefined>>,
      Expect<Equal<typeof data, unknown>>,
    ];
  },
});

// A write to a list has one raw record as its response, and a page has several.
class Note extends Entity {
  id = '';
  text = '';
  createdAt = new Date(0);
  static key = 'Note';
  static schema = { createdAt: (iso: string) => new Date(iso) };
}
const NoteResource = resource({
  path: '/notes/:id',
  schema: Note,
  searchParams: type<{ author?: string; cursor?: string }>(),
  paginationField: 'cursor',
});
const { getList } = NoteResource;
type RawNote = { id: string; text: string; createdAt: string };

class Link extends Entity {
  id = '';
  url = '';
  static key = 'Link';
}
type RawLink = { id: string; url: string };
const getMap = new RestEndpoint({ path: '/notes', schema: new Collection(new Values(Note)) });
const getMixed = new RestEndpoint({ path: '/mixed', schema: new Values({ note: Note, link: Link }, 'type') });
const getFeed = new RestEndpoint({
  path: '/feed',
  schema: new schema.Array({ note: Note, link: Link }, 'type'),
});
const getEnvelope = new RestEndpoint({
  path: '/envelope',
  schema: new schema.Object({
    items: new Query(new Collection([new Lazy(() => Note)]), notes => notes.length),
    first: new Union({ note: Note, link: Link }, 'type'),
    next: type<string | null>(),
  }),
});

type Written = [
  Expect<Equal<Awaited<ReturnType<typeof getList.push>>, RawNote>>,
  Expect<Equal<Awaited<ReturnType<typeof getList.unshift>>, RawNote>>,
  Expect<Equal<Awaited<ReturnType<typeof getList.remove>>, RawNote>>,
  Expect<Equal<Awaited<ReturnType<typeof getList.move>>, RawNote>>,
  Expect<Equal<Awaited<ReturnType<typeof getList.getPage>>, readonly RawNote[]>>,
  Expect<Equal<Awaited<ReturnType<typeof NoteResource.delete>>, Partial<RawNote> | string | number>>,
  Expect<Equal<Awaited<ReturnType<typeof getMap.assign>>, Readonly<Record<string, RawNote>>>>,
  Expect<Equal<Awaited<ReturnType<typeof getMap.push>>, RawNote>>,
  Expect<Equal<Awaited<ReturnType<typeof getMixed>>, Readonly<Record<string, RawNote | RawLink>>>>,
  Expect<Equal<Awaited<ReturnType<typeof getFeed>>, readonly (RawNote | RawLink)[]>>,
  Expect<
    Equal<
      Awaited<ReturnType<typeof getEnvelope>>,
      { readonly items: readonly RawNote[]; readonly first: RawNote | RawLink; readonly next: string | null }
    >
  >,
];

export const drafts = createSlice({
  name: 'drafts',
  initialState: {
    sent: [] as (string | undefined)[],
    saved: [] as string[],
    moved: [] as Id[],
    gone: [] as Id[],
  },
  reducers: {},
  extraReducers: builder => {
    builder
      .addMatcher(getList.push.matchFulfilled, (state, { args, response }) => {
        type _Types = [Expect<Equal<typeof response, RawNote | null>>];
        // Without search parameters, the body is the only argument.
        const body = args.length === 1 ? args[0] : args[1];
        type _Body = Expect<Equal<typeof body.text, string | undefined>>;
        state.sent.push(body.text);
        // The response can be empty.
        if (response !== null) state.saved.push(response.id);
      })
      .addMatcher(getList.move.matchFulfilled, (state, { args: [{ id }, { text }], response }) => {
        type _Types = [
          Expect<Equal<typeof text, string | undefined>>,
          Expect<Equal<typeof response, RawNote | null>>,
        ];
        state.moved.push(id);
      })
      .addMatcher(NoteResource.update.matchFulfilled, (state, { response }) => {
        type _Types = [Expect<Equal<typeof response, RawNote>>];
        state.saved.push(response.id);
      })
      .addMatcher(getList.getPage.matchFulfilled, (state, { response }) => {
        state.saved.push(...response.map(({ id }) => id));
      })
      .addMatcher(NoteResource.delete.matchFulfilled, (state, { args: [{ id }] }) => {
        state.gone.push(id);
      });
  },
});
listener.startListening({
  matcher: getList.unshift.matchFulfilled,
  effect: ({ response }) => console.info(response?.createdAt.slice(0, 10)),
});

export type { Written };

// shouldLogout receives the error and its request.
logoutManager({
  shouldLogout: ({ status, code, data }, { endpoint, args, key }) => {
    type _Types = [
      Expect<Equal<typeof status, number | undefined>>,
      Expect<Equal<typeof code, string | undefined>>,
      Expect<Equal<typeof data, unknown>>,
      Expect<Equal<typeof endpoint.name, string>>,
      Expect<Equal<typeof args, readonly unknown[]>>,
      Expect<Equal<typeof key, string>>,
    ];
    return status === 401;
  },
});

// Every failed mutation, in one listener.
const isFailedMutation = (action: unknown): action is RejectedAction =>
  actions.setResponse.match(action) && action.error && action.endpoint?.sideEffect === true;
listener.startListening({
  matcher: isFailedMutation,
  effect: ({ endpoint, args, response, plainResponse }) => {
    type _Types = [
      Expect<Equal<typeof endpoint.name, string>>,
      Expect<Equal<typeof args, readonly unknown[]>>,
      Expect<Equal<typeof response.status, number | undefined>>,
      Expect<Equal<typeof plainResponse.status, number | undefined>>,
    ];
  },
});
