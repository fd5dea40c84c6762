import { configureStore } from '@reduxjs/toolkit';
import {
  createDataClient,
  hydrationManager,
  networkManager,
  RestEndpoint,
  subscriptionManager,
} from 'rdc-toolkit';

/** A store for one page of one reader. The server has to be told the reader's cookie, the browser sends it anyway. */
export function makeStore(cookie?: string) {
  const dataClient = createDataClient({
    managers: [
      networkManager({
        request(endpoint, args, options) {
          const isForServer = cookie !== undefined && endpoint instanceof RestEndpoint;
          const asked: typeof endpoint = isForServer
            ? endpoint.extend({ getHeaders: headers => endpoint.getHeaders({ ...headers, cookie }) })
            : endpoint;
          return asked.request(args, options);
        },
      }),
      subscriptionManager(),
      hydrationManager(),
    ],
  });
  return configureStore({
    reducer: { [dataClient.reducerPath]: dataClient.reducer },
    middleware: getDefault => getDefault().concat(dataClient.middleware),
  });
}
