import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { reasonOf } from './parts/reasonOf';
import { CommentResource } from './resources/Comment';
import { IssueResource } from './resources/Issue';
import type { Status } from './resources/status';

const anyWriteFailed = isAnyOf(
  IssueResource.getList.push.matchRejected,
  IssueResource.getList.move.matchRejected,
  IssueResource.partialUpdate.matchRejected,
  IssueResource.delete.matchRejected,
  CommentResource.getList.push.matchRejected,
  CommentResource.delete.matchRejected,
);

/** What this window shows; a slice like any other, beside the data. */
export const view = createSlice({
  name: 'view',
  initialState: {
    /** What the list is narrowed to; an empty word does not narrow it. */
    filter: { status: '' as Status | '', assignee: '', q: '' },
    /** The column of the issue that is being written. */
    drafting: null as Status | null,
    /** What went wrong last. */
    notice: null as string | null,
  },
  reducers: {
    filterChanged(state, { payload }: PayloadAction<Partial<typeof state.filter>>) {
      Object.assign(state.filter, payload);
    },
    draftOpened(state, { payload }: PayloadAction<Status>) {
      state.drafting = payload;
    },
    draftClosed(state) {
      state.drafting = null;
    },
    noticeDismissed(state) {
      state.notice = null;
    },
  },
  extraReducers: builder =>
    builder.addMatcher(anyWriteFailed, (state, action) => {
      state.notice = reasonOf(action.plainResponse);
    }),
});

export const { filterChanged, draftOpened, draftClosed, noticeDismissed } = view.actions;
