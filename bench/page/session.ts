/** What Redux DevTools is told of a session with many records: its lifted state, as the extension sends it. */
import { ActionCreators, instrument, type LiftedState } from '@redux-devtools/core';
import { type Action, configureStore, type EnhancedStore } from '@reduxjs/toolkit';
import { Controller, createDataClient, devToolsOptions } from 'rdc-toolkit';
import type { Issue } from '../payloads';
import { IssueEntity, IssueResource } from '../peers/ours';

type Lifted = LiftedState<unknown, Action<string>, null>;

export type Step = 'one' | 'all' | 'many' | 'oneAfterMany';

/** A session as text, and which of its actions was what. */
export interface Session {
  readonly text: string;
  readonly steps: readonly { readonly id: number; readonly step: Step }[];
}

/** As many changed records are listed one by one. */
const MANY = 1_000;

/** Records written, and all of them fetched again, in turn; with the options of this library, or without. */
function recordSession(issues: readonly Issue[], rounds: number, hasOptions: boolean): Session {
  const client = createDataClient();
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(client.middleware),
    devTools: false,
    enhancers: getDefault => getDefault().concat(instrument()),
  });
  const controller = new Controller(store);
  const { liftedStore } = store as never as { readonly liftedStore: EnhancedStore<Lifted> };
  const steps: { id: number; step: Step }[] = [];
  const note = (step: Step) => steps.push({ id: liftedStore.getState().nextActionId - 1, step });
  let current = issues;
  const fetchAll = (changed: number) => {
    current = current.map((issue, i) => (i < changed ? { ...issue, comments: issue.comments + 1 } : issue));
    store.dispatch(IssueResource.getList.setResponse({ state: 'open' }, current as never));
  };
  const setOne = (title: string) => {
    const [first, ...others] = current;
    if (first === undefined) return;
    current = [{ ...first, title }, ...others];
    controller.set(IssueEntity, { id: first.id, title });
  };

  fetchAll(0);
  liftedStore.dispatch(ActionCreators.commit() as never);
  for (let round = 0; round < rounds; round++) {
    fetchAll(current.length);
    note('all');
    fetchAll(MANY);
    note('many');
    setOne(`written ${round} again`);
    note('oneAfterMany');
    setOne(`written ${round} once more`);
    note('one');
  }
  const lifted = liftedStore.getState();
  return { text: JSON.stringify(hasOptions ? sanitized(lifted) : lifted), steps };
}

/** As DevTools applies its options before it shows anything. */
function sanitized(lifted: Lifted): Lifted {
  const { actionSanitizer, stateSanitizer } = devToolsOptions();
  const actions = Object.entries(lifted.actionsById).map(([id, performed]) => [
    id,
    { ...performed, action: actionSanitizer(performed.action, Number(id)) },
  ]);
  return {
    ...lifted,
    actionsById: Object.fromEntries(actions),
    computedStates: lifted.computedStates.map((computed, i) => ({
      ...computed,
      state: stateSanitizer(computed.state, i),
    })),
  };
}

const session = { recordSession };
/** What stands on the window of the page that is the app. */
export type SessionPage = typeof session;
Object.assign(window, { session });
