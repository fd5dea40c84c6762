// Prints what is read of a store, made by import, after an endpoint, made by require, has fetched.
import { configureStore } from '@reduxjs/toolkit';
import { Controller, createDataClient } from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import definitions from './definitions.cjs';

const { NoteResource } = definitions;
const { reducer, middleware } = createDataClient();
const store = configureStore({
  reducer: { rdc: reducer },
  middleware: getDefault => getDefault().concat(middleware),
});
globalThis.fetch = async () => Response.json({ id: '5' });
await store.dispatch(NoteResource.get.fetch({ id: '5' }));
const copied = JSON.parse(JSON.stringify(NoteResource.get.setResponse({ id: '6' }, { id: '6' })));
const found = reducer(undefined, copied).endpoints.size;
const { data } = new Controller(store).getResponse(NoteResource.get, { id: '5' });
process.stdout.write(JSON.stringify({ data, found, hook: typeof useSuspense }));
