'use client';

import { useServerInsertedHTML } from 'next/navigation';
import { receiveState, streamState } from 'rdc-toolkit';
import { type ReactNode, useState } from 'react';
import { Provider } from 'react-redux';
import { heldCookies } from './heldCookies';
import { makeStore } from './makeStore';

/** Gives the page a store of its own; what the server's store holds is streamed into that of the browser. */
export function StoreProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [{ store, state }] = useState(() => begin(nonce));
  useServerInsertedHTML(() => {
    const source = state?.source();
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what it holds is escaped, no data ends it or is run
    return source && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: source }} />;
  });
  return <Provider store={store}>{children}</Provider>;
}

function begin(nonce: string) {
  if (typeof window === 'undefined') {
    const store = makeStore(heldCookies().get(nonce));
    return { store, state: streamState(store) };
  }
  const store = makeStore();
  receiveState(store);
  return { store };
}
