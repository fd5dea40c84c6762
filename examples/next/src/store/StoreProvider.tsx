'use client';

import { useServerInsertedHTML } from 'next/navigation';
import { receiveState, streamState } from 'rdc-toolkit/server';
import { type ReactNode, useState } from 'react';
import { Provider } from 'react-redux';
import { heldCookies } from './heldCookies';
import { makeStore } from './makeStore';

interface StoreProviderProps {
  /** Of the Content-Security-Policy. */
  readonly nonce: string;
  /** Of the reader's cookie. */
  readonly ticket: string;
  readonly children: ReactNode;
}

/** Gives the page a store of its own; what the server's store holds is streamed into that of the browser. */
export function StoreProvider({ nonce, ticket, children }: StoreProviderProps) {
  const [{ store, state }] = useState(() => (typeof window === 'undefined' ? onServer(ticket) : inBrowser()));
  useServerInsertedHTML(() => {
    const source = state?.source();
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what it holds is escaped, no data ends it or is run
    return source && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: source }} />;
  });
  return <Provider store={store}>{children}</Provider>;
}

function onServer(ticket: string) {
  const store = makeStore(heldCookies().get(ticket));
  return { store, state: streamState(store) };
}

let storeOfPage: ReturnType<typeof makeStore> | undefined;

/** The same store each time: React forgets the state of a first render that it throws away. */
function inBrowser() {
  if (storeOfPage === undefined) {
    storeOfPage = makeStore();
    receiveState(storeOfPage);
  }
  return { store: storeOfPage, state: undefined };
}
