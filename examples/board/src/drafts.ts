import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { CommentResource } from './resources/Comment';

/** Where drafts survive a reload, a crash and the end of a session. */
const PLACE = 'board drafts';

/** Unsent comments, by the id of their issue. */
type Drafts = Record<string, string>;

function recallDrafts(): Drafts {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Drafts;
  } catch {
    return {};
  }
}

/** Half-written comments. They are removed only once the server has them. */
export const drafts = createSlice({
  name: 'drafts',
  initialState: recallDrafts,
  reducers: {
    commentWritten(state, { payload }: PayloadAction<{ issueId: string; body: string }>) {
      if (payload.body === '') delete state[payload.issueId];
      else state[payload.issueId] = payload.body;
    },
    draftsForgotten: () => ({}),
  },
  extraReducers: builder =>
    builder.addMatcher(CommentResource.getList.push.matchFulfilled, (state, { args }) => {
      const [{ issueId }, { body }] = args as [{ issueId: string }, { body: string }];
      // What was written after the comment was sent is the start of another.
      if (state[issueId] === body) delete state[issueId];
    }),
});

export const { commentWritten, draftsForgotten } = drafts.actions;

/** Keeps drafts for the next visit; call it with each new state. */
export function keepDrafts(state: Drafts) {
  if (Object.keys(state).length === 0) localStorage.removeItem(PLACE);
  else localStorage.setItem(PLACE, JSON.stringify(state));
}
