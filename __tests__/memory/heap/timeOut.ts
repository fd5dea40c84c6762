import { setTimeout as wait } from 'node:timers/promises';
import { configureStore } from '@reduxjs/toolkit';
import { Controller, createDataClient, Endpoint, RestEndpoint } from 'rdc-toolkit';

declare const gc: () => void;

const TIMEOUT_MS = 100;
/** Few enough to end before the timeout; a signal that one collection has found survives until the next. */
const COLLECTIONS = 5;
/** How long to wait for a request that does not end, far beyond its timeout. */
const PATIENCE_MS = 5_000;

const never = () => new Promise<never>(() => {});
const stuck = [
  new RestEndpoint({
    path: '/it',
    urlPrefix: 'http://127.0.0.1:1',
    timeoutMs: TIMEOUT_MS,
    getHeaders: never,
  }),
  new Endpoint(never, { name: 'stuck', timeoutMs: TIMEOUT_MS }),
];

/** Sends a request, collects garbage while it is in flight, and returns the name of its error. */
async function nameOfFailure(endpoint: (typeof stuck)[number]): Promise<string> {
  const client = createDataClient();
  const store = configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
    devTools: false,
  });
  let name: string | undefined;
  new Controller(store).fetch(endpoint).catch((error: Error) => {
    name = error.name;
  });
  for (let i = 0; i < COLLECTIONS; i++) {
    await wait(5);
    gc();
  }
  for (let waited = 0; waited < PATIENCE_MS && name === undefined; waited += 5) await wait(5);
  return name ?? 'none';
}

async function run() {
  const names: string[] = [];
  for (const endpoint of stuck) names.push(await nameOfFailure(endpoint));
  console.log(JSON.stringify(names));
  process.exit();
}

void run();
