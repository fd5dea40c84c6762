import { configureStore } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import { createDataClient, Entity, logRecorder, RestEndpoint } from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import { replayLog } from 'rdc-toolkit/testing';
import { Component, type ReactNode, Suspense } from 'react';
import { Provider } from 'react-redux';
import { complaints } from '../helpers/createTestStore';
import { startApi } from '../helpers/startApi';
import './caughtErrors';

class Badge extends Entity {
  id = '';
  owner: string | null = '';
  static key = 'ReplayedBadge';
}

/** Renders until the server sends something unexpected. */
const initials = (owner: string | null) => (owner as string).slice(0, 2);

/** A boundary as an app puts around its pages. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly error?: Error }> {
  override state: { readonly error?: Error } = {};
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render() {
    const { error } = this.state;
    return error ? <p role="alert">{error.message}</p> : this.props.children;
  }
}

it('reproduces a crash from the log in its report', async () => {
  let owner: string | null = 'Ada';
  const api = await startApi({ 'GET /badges/:id': ({ params }) => ({ id: params.id, owner }) });
  const getBadge = new RestEndpoint({ urlPrefix: api.url, path: '/badges/:id', schema: Badge });
  const Initials = () => <h1>{initials(useSuspense(getBadge, { id: '1' }).owner)}</h1>;
  const page = (
    <Boundary>
      <Suspense fallback="loading">
        <Initials />
      </Suspense>
    </Boundary>
  );

  // The app, which records its log and sends it with the report.
  const recorder = logRecorder();
  const client = createDataClient();
  const store = configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware, recorder.middleware),
  });
  const app = render(<Provider store={store}>{page}</Provider>);
  await screen.findByText('Ad');
  owner = null;
  await act(() => store.dispatch(getBadge.fetch({ id: '1' })));
  const crash = (await screen.findByRole('alert')).textContent;
  const log = recorder.log();
  // What began each request: the component that suspended, and a caller.
  const began = log.actions.flatMap(({ type, meta }: { type: string; meta?: { by?: string } }) =>
    type === 'rdc/fetch' ? meta?.by : [],
  );
  expect(began).toEqual(['component', 'code']);
  const report = JSON.stringify({ message: crash, ...log });
  app.unmount();
  client.cleanup(store);
  const sent = api.requests.length;

  // The developer who reads the report.
  const { store: replayed, labels, jump } = replayLog(report, { definitions: [getBadge] });
  const crashes = labels.flatMap((label, step) => {
    jump(step);
    const view = render(<Provider store={replayed}>{page}</Provider>);
    const alert = screen.queryByRole('alert')?.textContent;
    view.unmount();
    return alert === undefined ? [] : [{ label, alert }];
  });
  expect(crashes).toEqual([{ label: expect.stringContaining('ReplayedBadge 1 changed'), alert: crash }]);
  expect(api.requests).toHaveLength(sent);
  // React's message for an error that a boundary caught: once in the app, once here.
  expect(complaints.splice(0).every(said => said.includes('Initials'))).toBe(true);
});
