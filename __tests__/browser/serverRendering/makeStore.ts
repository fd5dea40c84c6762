import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { createDataClient, hydrationManager, networkManager, subscriptionManager } from 'rdc-toolkit';

/** A store for one request or one page; `log` gets its actions. */
export function makeStore(log: (action: UnknownAction) => void = () => {}) {
  const client = createDataClient({
    managers: [networkManager(), subscriptionManager(), hydrationManager()],
  });
  const logger: Middleware = () => next => action => {
    log(action as UnknownAction);
    return next(action);
  };
  return configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware, logger),
  });
}
