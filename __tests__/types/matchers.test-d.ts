// What reducers and listeners of an app know of an action that a matcher has let through.
import { createListenerMiddleware, createSlice, isAnyOf } from '@reduxjs/toolkit';
import { Entity, resource } from 'rdc-toolkit';
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
