import { configureStore } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import { Controller, createDataClient, Entity, resource } from 'rdc-toolkit';
import { AsyncBoundary, useSuspense } from 'rdc-toolkit/react';
import { Provider } from 'react-redux';
import { reply, startApi } from '../helpers/startApi';

class Todo extends Entity {
  id = '';
  title = '';
  static key = 'Todo';
}

it('refetches when a boundary is reset, even with older data behind the error', async () => {
  let isDown = false;
  const api = await startApi({
    'GET /todos/:id': ({ params }) =>
      isDown ? reply(404, { message: 'gone' }) : { ...params, title: 'Buy milk' },
  });
  const { get } = resource({ urlPrefix: api.url, path: '/todos/:id', schema: Todo, errorExpiryLength: 20 });
  const client = createDataClient();
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  const Title = () => <p>{useSuspense(get, { id: '1' }).title}</p>;
  // React logs every error that a boundary catches.
  const report = jest.spyOn(console, 'error').mockImplementation();
  render(
    <Provider store={store}>
      <AsyncBoundary fallback="waiting">
        <Title />
      </AsyncBoundary>
    </Provider>,
  );
  await screen.findByText('Buy milk');

  isDown = true;
  await act(() => expect(new Controller(store).fetch(get, { id: '1' })).rejects.toThrow('404'));
  isDown = false;
  const again = await screen.findByText('Try again');
  await act(() => new Promise(resolve => setTimeout(resolve, 25)));
  act(() => again.click());

  await screen.findByText('Buy milk');
  expect(api.requests).toHaveLength(3);
  report.mockRestore();
});
