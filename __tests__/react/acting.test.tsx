import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RestEndpoint } from 'rdc-toolkit';
import { useController, useLoading } from 'rdc-toolkit/react';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';
import { renderCounts } from './renderCounts';
import { renderIn } from './renderIn';

/** A call that ends when the test ends it. */
function heldCall() {
  const ends: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const call = (_id: number) =>
    new Promise<string>((resolve, reject) => {
      ends.push({ resolve, reject });
    });
  return { call, ends };
}

/** Shows the state of the calls of a function; `run` calls the latest function that the hook returned. */
function showLoading(call: (id: number) => Promise<string>) {
  const { count, take } = renderCounts();
  const runs = new Set<(id: number) => Promise<string>>();
  const Calls = ({ given = call }) => {
    count('calls');
    const [run, loading, error] = useLoading(given);
    runs.add(run);
    return <>{loading ? 'loading' : (error?.message ?? 'idle')}</>;
  };
  const page = render(<Calls />, { wrapper: StrictMode });
  // React 18 renders twice at first in Strict Mode, and throws the hooks of one render away.
  for (const run of [...runs].slice(0, -1)) runs.delete(run);
  take();
  const run = (id: number) => [...runs].at(-1)?.(id) as Promise<string>;
  return { page, run, runs, take, Calls, text: () => page.container.textContent };
}

describe('useLoading', () => {
  it('is loading until the call ends', async () => {
    const { call, ends } = heldCall();
    const { run, take, text } = showLoading(call);
    let result: Promise<string> | undefined;

    act(() => {
      result = run(1);
    });
    expect(text()).toBe('loading');
    await act(async () => ends[0]?.resolve('done'));

    expect(text()).toBe('idle');
    expect(await result).toBe('done');
    expect(take()).toEqual({ calls: 2 });
  });

  it('keeps the error until the next call, without an unhandled rejection', async () => {
    const { call, ends } = heldCall();
    const { run, text } = showLoading(call);
    act(() => void run(1));

    await act(async () => ends[0]?.reject(new Error('no luck')));
    expect(text()).toBe('no luck');
    act(() => void run(2));
    expect(text()).toBe('loading');
    await act(async () => ends[1]?.resolve('done'));
    expect(text()).toBe('idle');
  });

  it('rejects for the caller', async () => {
    const { run } = showLoading(() => {
      throw new Error('at once');
    });

    await act(async () => {
      await expect(run(1)).rejects.toThrow('at once');
    });
  });

  it('shows the error of the latest of several calls once all have ended', async () => {
    const { call, ends } = heldCall();
    const { run, text } = showLoading(call);
    act(() => void run(1));
    act(() => void run(2));

    await act(async () => ends[1]?.reject(new Error('second')));
    expect(text()).toBe('loading');
    await act(async () => ends[0]?.reject(new Error('first')));

    expect(text()).toBe('second');
  });

  it('returns the same function each time, which calls the latest one it was given', async () => {
    const { page, run, runs, Calls } = showLoading(async () => 'first');

    page.rerender(<Calls given={async () => 'second'} />);

    expect(runs.size).toBe(1);
    await act(async () => {
      expect(await run(1)).toBe('second');
    });
  });

  it('lets a call end after its component has unmounted', async () => {
    const { call, ends } = heldCall();
    const { page, run } = showLoading(call);
    act(() => void run(1));
    page.unmount();

    await act(async () => ends[0]?.reject(new Error('too late')));
  });

  it('reports a request as loading', async () => {
    const api = await serveTodos();
    const Rename = () => {
      const { fetch } = useController();
      const [rename, loading] = useLoading((title: string) =>
        fetch(TodoResource.partialUpdate, { id: 1 }, { title }),
      );
      return (
        <button type="button" onClick={() => rename('uno')}>
          {loading ? 'saving' : 'save'}
        </button>
      );
    };
    const page = renderIn(createTestStore(), <Rename />);
    const held = api.hold('PATCH /todos/1');

    fireEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(page.text()).toBe('saving'));
    await held.arrived;
    await held.release();

    await waitFor(() => expect(page.text()).toBe('save'));
    expect(api.rows.get('1')?.title).toBe('uno');
  });
});

it('useLoading rejects an endpoint that stores its response, and accepts one that stores nothing', async () => {
  const download = new RestEndpoint({ path: '/files/:id', content: 'text' });
  const Given = ({ call }: { call: (params: { id: string }) => Promise<unknown> }) => {
    useLoading(call);
    return null;
  };
  renderIn(createTestStore(), <Given call={download} />);

  expect(() => renderToString(<Given call={TodoResource.delete} />)).toThrow(
    'Cannot call useLoading(): it was given the endpoint Todo.delete, whose response would not be stored. ' +
      'Pass a function that fetches it: useLoading(id => controller.fetch(endpoint, { id })).',
  );
});
