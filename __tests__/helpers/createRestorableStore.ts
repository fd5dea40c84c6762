import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { DataClient } from 'rdc-toolkit';

/** A store whose whole state `{ type: 'restore', payload: state }` replaces, as apps do that save it themselves. */
export function createRestorableStore(client: DataClient) {
  const reducer = combineReducers({ rdc: client.reducer });
  return configureStore({
    reducer: ((state, action) =>
      'payload' in action && action.type === 'restore'
        ? action.payload
        : reducer(state, action)) as typeof reducer,
    middleware: getDefault => getDefault().concat(client.middleware),
  });
}
