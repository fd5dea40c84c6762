import { type ReactNode, useInsertionEffect, useRef } from 'react';
import { Provider } from 'react-redux';
import type { FixtureStore } from './createFixtureStore';

/** What goes into the provider. */
export interface FixtureStoreProviderProps {
  readonly store: FixtureStore;
  readonly children?: ReactNode;
}

/**
 * Gives a store to what is below, and closes it when that has gone.
 *
 * It is closed silently: React would warn of what a suspended component
 * that is not there any more gets to hear.
 */
export function FixtureStoreProvider({ store, children }: FixtureStoreProviderProps): ReactNode {
  const isMounted = useRef(false);
  // An Activity that hides it ends other effects, and goes on with the same store when it shows it again.
  useInsertionEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // Hot reloading unmounts and mounts again at once; requests that rendering began go on through that.
      queueMicrotask(() => {
        if (!isMounted.current) store.close();
      });
    };
  }, [store]);
  return <Provider store={store}>{children}</Provider>;
}
