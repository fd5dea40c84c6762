import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { startPostsServer } from '../../startPostsServer';
import { createApp as before } from '../src/0-before';
import { createApp as mixed } from '../src/1-mixed';
import { createApp as after } from '../src/2-after';

/** What each step sends when a post is renamed. */
const steps = [
  ['with TanStack Query', before, ['GET /posts', 'GET /posts/1', 'PATCH /posts/1']],
  ['with the list in TanStack Query and the rest in rdc-toolkit', mixed, ['PATCH /posts/1']],
  ['with rdc-toolkit alone', after, ['PATCH /posts/1']],
] as const;

// On a busy machine a page can take a while to show anything.
configure({ asyncUtilTimeout: 60_000 });
afterEach(cleanup);

describe.each(steps)('%s', (_name, createApp, sent) => {
  it('shows the new title in the list and in the detail', async () => {
    const server = await startPostsServer();
    const App = createApp(server.url);
    render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
    await waitFor(() => expect(screen.getByRole('list').textContent).toBe('Post 1Post 2Post 3'));
    await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Post 1'));
    await act(server.untilQuiet);
    server.requests.length = 0;

    await act(async () => screen.getByRole('button').click());

    await waitFor(() => expect(screen.getByRole('list').textContent).toBe('RenamedPost 2Post 3'));
    await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Renamed'));
    await waitFor(() => expect(server.requests.length).toBeGreaterThanOrEqual(sent.length));
    await act(server.untilQuiet);
    expect([...server.requests].sort()).toEqual(sent);
    server.close();
  });
});
