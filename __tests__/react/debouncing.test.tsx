import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useDebounce, useSuspense } from 'rdc-toolkit/react';
import { StrictMode, Suspense, useState } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';
import { renderCounts } from './renderCounts';
import { renderIn } from './renderIn';

const { count, take } = renderCounts();
const DELAY = 100;

function Debounced({ value, updatable = true }: { readonly value: unknown; readonly updatable?: boolean }) {
  count('debounced');
  const [settled, isPending] = useDebounce(value, DELAY, updatable);
  return (
    <>
      {JSON.stringify(settled)}
      {isPending && '…'}
    </>
  );
}

function show(value: unknown) {
  const page = render(<Debounced value={value} />, { wrapper: StrictMode });
  const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
  take();
  return { page, pass, text: () => page.container.textContent };
}

describe('a debounced value', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('starts as the first value', () => {
    expect(show('a').text()).toBe('"a"');
  });

  it('updates once the value has not changed for the delay', () => {
    const { page, pass, text } = show('a');
    page.rerender(<Debounced value="ab" />);
    pass(DELAY - 1);
    page.rerender(<Debounced value="abc" />);
    pass(DELAY - 1);
    expect(text()).toBe('"a"…');

    pass(1);

    expect(text()).toBe('"abc"');
  });

  it('is not pending if the value changes back', () => {
    const { page, pass, text } = show('a');
    page.rerender(<Debounced value="ab" />);
    page.rerender(<Debounced value="a" />);
    expect(text()).toBe('"a"');

    take();
    pass(DELAY);
    expect(take()).toEqual({});
  });

  it('treats objects with equal content as the same value', () => {
    const { page, pass, text } = show({ q: 'a' });
    page.rerender(<Debounced value={{ q: 'a' }} />);
    expect(text()).toBe('{"q":"a"}');
    page.rerender(<Debounced value={{ q: 'ab' }} />);
    pass(DELAY / 2);
    page.rerender(<Debounced value={{ q: 'ab' }} />);
    pass(DELAY / 2);

    expect(text()).toBe('{"q":"ab"}');
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    ['texts', (q: string) => q],
    ['objects that are made for each render', (q: string) => ({ q })],
  ])('renders once per change, and once for the update: of %s', (_what, made) => {
    let renders = 0;
    const Counted = ({ value }: { readonly value: string }) => {
      renders++;
      const [settled] = useDebounce(made(value), DELAY);
      return <>{typeof settled === 'string' ? settled : settled.q}</>;
    };
    const page = render(<Counted value="" />);
    renders = 0;
    for (const value of ['a', 'ab', 'abc', 'abcd']) page.rerender(<Counted value={value} />);
    expect(renders).toBe(4);

    act(() => void jest.advanceTimersByTime(DELAY));

    expect(page.container.textContent).toBe('abcd');
    expect(renders).toBe(5);
  });

  it('stays while updates are disabled, and updates afterwards', () => {
    const { page, pass, text } = show('a');
    page.rerender(<Debounced value="ab" updatable={false} />);
    pass(DELAY * 10);
    expect(text()).toBe('"a"…');

    page.rerender(<Debounced value="ab" />);
    pass(DELAY);

    expect(text()).toBe('"ab"');
  });

  it('can be a function', () => {
    const one = () => 'one';
    const Named = ({ call }: { readonly call: () => string }) => <>{useDebounce(call, DELAY)[0]()}</>;
    const page = render(<Named call={one} />);
    page.rerender(<Named call={() => 'two'} />);
    expect(page.container.textContent).toBe('one');
  });

  it('leaves no timer behind on unmount', () => {
    const { page } = show('a');
    page.rerender(<Debounced value="ab" />);
    page.unmount();

    expect(jest.getTimerCount()).toBe(0);
  });
});

it('keeps the data of the previous value on screen until that of the new one arrives', async () => {
  const api = await serveTodos();
  const Titles = ({ status }: { readonly status: string }) => (
    <p>{useSuspense(TodoResource.getList, { status }).map(todo => `${todo.title} `)}</p>
  );
  const Search = () => {
    const [status, setStatus] = useState('open');
    const [settled, isPending] = useDebounce(status, 1);
    return (
      <Suspense fallback="loading">
        <button type="button" onClick={() => setStatus('done')}>
          {isPending ? 'waiting' : 'there'}
        </button>
        <Titles status={settled} />
      </Suspense>
    );
  };
  const page = renderIn(createTestStore(), <Search />);
  await waitFor(() => expect(page.text()).toBe('thereone three '));
  const held = api.hold('GET /todos');

  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(api.requests).toHaveLength(2));
  expect(page.text()).toBe('waitingone three ');
  await held.release();

  await waitFor(() => expect(page.text()).toBe('theretwo '));
});
