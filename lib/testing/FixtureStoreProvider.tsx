import { type ReactNode, useInsertionEffect, useRef } from 'react';
import { Provider } from 'react-redux';
import type { FixtureStore } from './createFixtureStore';

/** Props of the provider. */
export interface FixtureStoreProviderProps {
  readonly store: FixtureStore;
  readonly children?: ReactNode;
}

/**
 * Provides a store to its children, and closes it when it unmounts.
 *
 * Nothing is rejected then: React would warn about a result for a suspended component that is gone.
 */
export function FixtureStoreProvider({ store, children }: FixtureStoreProviderProps): ReactNode {
  const isMounted = useRef(false);
  // Not a normal effect: a hidden `Activity` ends those, and continues with the same store when it is shown again.
  useInsertionEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // Hot reloading unmounts and remounts at once; requests that rendering began must survive that.
      queueMicrotask(() => {
        if (!isMounted.current) store.close();
      });
    };
  }, [store]);
  return <Provider store={store}>{children}</Provider>;
}
