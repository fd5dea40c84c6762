import { render } from '@testing-library/react';
import { Endpoint, Entity } from 'rdc-toolkit';
import { AsyncBoundary, useFetch } from 'rdc-toolkit/react';
import { startTransition, use, useState } from 'react';
import { Provider } from 'react-redux';
import { createTestStore } from '../helpers/createTestStore';
import { until } from '../helpers/until';
import './caughtErrors';

class Price extends Entity {
  id = '';
  amount = 0;
  static key = 'ownPromise.Price';
}

// React runs outside act(), as in a browser: only then does it resume a render that waits.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

it.each([
  ['is there', async (id: string) => ({ id, amount: 10 }), '10'],
  [
    'fails',
    async () => {
      throw new Error('closed');
    },
    'failed: closed',
  ],
])(
  'useFetch returns the promise that a render waits for, even if it %s before that resumes',
  async (_, get, text) => {
    const getPrice = new Endpoint((id: string) => get(id), { name: 'ownPromise.get', schema: Price });
    const store = createTestStore();
    let show = (_isShown: boolean) => {};
    function Amount() {
      return <>{use(useFetch(getPrice, '1')).amount}</>;
    }
    function App() {
      const [isShown, setShown] = useState(false);
      show = setShown;
      return isShown && <Amount />;
    }
    const { container } = render(
      <Provider store={store}>
        <AsyncBoundary errorComponent={({ error }) => `failed: ${error.message}`}>
          <App />
        </AsyncBoundary>
      </Provider>,
      { onCaughtError: () => {} },
    );
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    startTransition(() => show(true));
    await until(() => container.textContent === text);

    expect(store.complaints).toEqual([]);
  },
);
