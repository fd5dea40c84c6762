import { configureStore } from '@reduxjs/toolkit';
import {
  Controller,
  createDataClient,
  devToolsOptions,
  focusManager,
  gcManager,
  hydrationManager,
  logoutManager,
  logRecorder,
  subscriptionManager,
} from 'rdc-toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { drafts, keepDrafts } from './drafts';
import { network } from './network';
import { view } from './view';
import { recall, remember } from './visits';

const dataClient = createDataClient({
  managers: [
    ...network(),
    subscriptionManager(),
    focusManager(),
    logoutManager(),
    gcManager(),
    hydrationManager(),
  ],
});

/** Keeps the latest actions, for the log panel and for error reports. */
export const recorder = logRecorder();

export const store = configureStore({
  reducer: {
    [dataClient.reducerPath]: dataClient.reducer,
    [view.name]: view.reducer,
    [drafts.name]: drafts.reducer,
  },
  middleware: getDefault => getDefault().concat(dataClient.middleware, recorder.middleware),
  devTools: devToolsOptions(),
});

let kept = store.getState().drafts;
store.subscribe(() => {
  const { drafts: latest } = store.getState();
  if (latest !== kept) keepDrafts(latest);
  kept = latest;
});

recall(new Controller(store));
addEventListener('pagehide', () => remember(store.getState().rdc));

export const useAppDispatch = useDispatch.withTypes<typeof store.dispatch>();
export const useAppSelector = useSelector.withTypes<ReturnType<typeof store.getState>>();
