import { configureStore } from '@reduxjs/toolkit';
import { createDataClient } from 'rdc-toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { withLog } from './log/withLog';
import { view } from './view';

// Only a page that shows the log pays for it.
const log = withLog ? await import('./log/DevTools') : undefined;

const dataClient = createDataClient();

export const store = configureStore({
  reducer: { [dataClient.reducerPath]: dataClient.reducer, [view.name]: view.reducer },
  middleware: getDefault => getDefault().concat(dataClient.middleware),
  enhancers: getDefault => (log ? getDefault().concat(log.DevTools.instrument()) : getDefault()),
  devTools: !log,
});

export const useAppDispatch = useDispatch.withTypes<typeof store.dispatch>();
export const useAppSelector = useSelector.withTypes<ReturnType<typeof store.getState>>();
