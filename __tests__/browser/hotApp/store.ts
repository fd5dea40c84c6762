import { configureStore } from '@reduxjs/toolkit';
import { createDataClient } from 'rdc-toolkit';

/** Where a test mounts the slice. */
const reducerPath = new URLSearchParams(location.search).get('path') ?? 'rdc';
const dataClient = createDataClient({ reducerPath });

export const store = configureStore({
  reducer: { [dataClient.reducerPath]: dataClient.reducer },
  middleware: getDefault => getDefault().concat(dataClient.middleware),
});
