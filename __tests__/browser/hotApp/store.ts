import { configureStore } from '@reduxjs/toolkit';
import { createDataClient } from 'rdc-toolkit';

const dataClient = createDataClient();

export const store = configureStore({
  reducer: { [dataClient.reducerPath]: dataClient.reducer },
  middleware: getDefault => getDefault().concat(dataClient.middleware),
});
