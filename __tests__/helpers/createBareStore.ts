import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, type DataClient } from 'rdc-toolkit';

/** A store without the checks of development, which look through all that is stored for each action. */
export function createBareStore(client: DataClient<'rdc'> = createDataClient()) {
  return configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(client.middleware),
    devTools: false,
  });
}
