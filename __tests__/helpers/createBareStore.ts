import { configureStore } from '@reduxjs/toolkit';
import { createDataClient } from 'rdc-toolkit';

/** A store without the checks of development, which look through all that is stored for each action. */
export function createBareStore() {
  const client = createDataClient();
  return configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(client.middleware),
    devTools: false,
  });
}
