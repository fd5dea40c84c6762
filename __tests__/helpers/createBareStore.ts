import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, type DataClient } from 'rdc-toolkit';

/** A store without the development checks, which traverse all stored data for each action. */
export function createBareStore(client: DataClient<'rdc'> = createDataClient()) {
  return configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(client.middleware),
    devTools: false,
  });
}
