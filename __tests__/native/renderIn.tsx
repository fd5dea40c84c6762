import { configure, render } from '@testing-library/react-native';
import { type ReactNode, StrictMode } from 'react';
import { Provider } from 'react-redux';
import type { TestStore } from '../helpers/createTestStore';

// A busy machine takes its time.
configure({ asyncUtilTimeout: 60_000 });

/** Renders in a store, in Strict Mode. */
export function renderIn(store: TestStore, children: ReactNode) {
  return render(
    <StrictMode>
      <Provider store={store}>{children}</Provider>
    </StrictMode>,
  );
}
