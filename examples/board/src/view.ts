import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { reasonOf } from './parts/reasonOf';
import { CommentResource } from './resources/Comment';
import { IssueResource } from './resources/Issue';
import type { Status } from './resources/status';

const anyWriteFailed = isAnyOf(
  IssueResource.getList.push.matchRejected,
  IssueResource.partialUpdate.matchRejected,
  IssueResource.delete.matchRejected,
  IssueResource.restore.matchRejected,
  CommentResource.getList.push.matchRejected,
  CommentResource.delete.matchRejected,
  CommentResource.restore.matchRejected,
);

/** A deletion that can be undone; with an `issueId`, that of a comment. */
interface Undo {
  id: string;
  issueId?: string;
}

/** What just happened, for the user. */
interface Notice {
  text: string;
  undo?: Undo;
}

/** What this window shows; an ordinary slice next to the data. */
export const view = createSlice({
  name: 'view',
  initialState: {
    /** The query of the last filter and sorting of the list: the link back leads there. */
    list: '',
    /** The column of the issue that is being created. */
    drafting: null as Status | null,
    notice: null as Notice | null,
    /** Whether the log is open; `?devtools` in the URL opens it at once. */
    isLogShown: new URLSearchParams(location.search).has('devtools'),
  },
  reducers: {
    listShown(state, { payload }: PayloadAction<string>) {
      state.list = payload;
    },
    draftOpened(state, { payload }: PayloadAction<Status>) {
      state.drafting = payload;
    },
    draftClosed(state) {
      state.drafting = null;
    },
    deleted(state, { payload }: PayloadAction<Undo & { name: string }>) {
      const { name, ...undo } = payload;
      state.notice = { text: `${name} was deleted.`, undo };
    },
    noticeDismissed(state) {
      state.notice = null;
    },
    logShown(state) {
      state.isLogShown = true;
    },
    logHidden(state) {
      state.isLogShown = false;
    },
  },
  extraReducers: builder =>
    builder.addMatcher(anyWriteFailed, (state, action) => {
      state.notice = { text: `That was not saved. ${reasonOf(action.plainResponse)}` };
    }),
});

export const { listShown, draftOpened, draftClosed, deleted, noticeDismissed, logShown, logHidden } =
  view.actions;
