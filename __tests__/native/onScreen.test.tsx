import { act, fireEvent, render, screen, waitFor } from '@testing-library/react-native';
import {
  AsyncBoundary,
  NetworkErrorBoundary,
  useController,
  useDLE,
  useLive,
  useSuspense,
} from 'rdc-toolkit/react';
import { renderWithStore } from 'rdc-toolkit/testing';
import { Component, memo, type ReactNode, version } from 'react';
import { FlatList, Platform, Pressable, Text, View } from 'react-native';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { reply } from '../helpers/startApi';
import { stopClock } from '../helpers/stopClock';
import { serveTodos, type Todo, TodoResource } from '../helpers/todos';
import { untilQuiet } from '../helpers/untilQuiet';
import { renderCounts } from '../react/renderCounts';
import { renderIn } from './renderIn';

const { get, getList, partialUpdate } = TodoResource;
const brief = get.extend({ name: 'native.brief', errorExpiryLength: 0 });
const getPolled = get.extend({ name: 'native.polled', pollFrequency: 20 });

const { count, take } = renderCounts();
beforeEach(() => void take());

const Row = memo(({ todo }: { readonly todo: Todo }) => {
  count(`row ${todo.id}`);
  return <Text>{todo.title}</Text>;
});

function List() {
  const todos = useSuspense(getList);
  return (
    <FlatList data={todos} keyExtractor={({ id }) => id} renderItem={({ item }) => <Row todo={item} />} />
  );
}

const Detail = memo(() => {
  const { data, loading, error } = useDLE(get, { id: 1 });
  count('detail');
  return <Text>{error ? `failed: ${error.message}` : loading ? 'loading' : `detail: ${data?.title}`}</Text>;
});

function Rename({ id = 1, title = 'uno' }) {
  const controller = useController();
  return (
    <Pressable onPress={() => controller.fetch(partialUpdate, { id }, { title })}>
      <Text>rename</Text>
    </Pressable>
  );
}

/** The message of React about an error that a boundary catches. */
const takeCaught = ({ complaints }: TestStore) =>
  expect(complaints.splice(0)).toEqual([expect.stringContaining('The above error occurred in')]);

const loading = <Text>loading</Text>;

function Failed({
  error,
  resetErrorBoundary,
}: {
  readonly error: Error;
  readonly resetErrorBoundary: () => void;
}) {
  return (
    <Pressable onPress={resetErrorBoundary}>
      <Text>{'status' in error ? `failed: ${error.status}` : String(error)}</Text>
    </Pressable>
  );
}

it('runs in React Native', () => {
  expect(Platform.constants.reactNativeVersion).toMatchObject({ major: expect.any(Number) });
  expect(version).toBe(jest.requireActual<{ version: string }>('./node_modules/react/package.json').version);
  expect(navigator.product).toBe('ReactNative');
});

// The first list compiles what React Native needs for lists.
it('shows a list once it arrives', async () => {
  const api = await serveTodos();
  const held = api.hold('GET /todos');
  renderIn(
    createTestStore(),
    <AsyncBoundary fallback={loading} errorComponent={Failed}>
      <List />
    </AsyncBoundary>,
  );
  await held.arrived;
  expect(screen.getByText('loading')).toBeTruthy();

  await act(() => held.release());

  await screen.findByText('one');
  expect(screen.getAllByText(/./).map(({ props }) => props.children)).toEqual(['one', 'two', 'three']);
  expect(api.requests).toEqual(['GET /todos']);
  // Before its timer fires, about which React would complain.
  screen.unmount();
});

it('shows an edit in list and detail with one request and one render each', async () => {
  const api = await serveTodos();
  renderIn(
    createTestStore(),
    <AsyncBoundary fallback={loading} errorComponent={Failed}>
      <View>
        <List />
        <Detail />
        <Rename />
      </View>
    </AsyncBoundary>,
  );
  await screen.findByText('one');
  await screen.findByText('detail: one');
  const before = api.requests.length;
  take();

  fireEvent.press(screen.getByText('rename'));

  await screen.findByText('detail: uno');
  expect(screen.getByText('uno')).toBeTruthy();
  expect(take()).toEqual({ detail: 1, 'row 1': 1 });
  expect(api.requests.slice(before)).toEqual(['PATCH /todos/1']);
  screen.unmount();
});

it('reports loading and errors without boundaries', async () => {
  const api = await serveTodos();
  const held = api.hold('GET /todos/1');
  renderIn(createTestStore(), <Detail />);
  await held.arrived;
  expect(screen.getByText('loading')).toBeTruthy();

  await act(() => held.release(reply(404)));

  await screen.findByText(/^failed: .*404/);
});

it('polls what is on screen, and stops on unmount', async () => {
  const api = await serveTodos();
  const Live = () => <Text>{useLive(getPolled, { id: 1 }).title}</Text>;
  const page = renderIn(
    createTestStore(),
    <AsyncBoundary fallback={loading} errorComponent={Failed}>
      <Live />
    </AsyncBoundary>,
  );
  await screen.findByText('one');
  const row = api.rows.get('1');
  if (row) api.rows.set('1', { ...row, title: 'uno' });
  await screen.findByText('uno');

  page.unmount();
  // Polls that were already in flight.
  const polls = await untilQuiet(() => api.requests.length);
  await new Promise(resolve => setTimeout(resolve, 200));
  expect(api.requests).toHaveLength(polls);
});

describe('a boundary', () => {
  const Title = () => <Text>{useSuspense(brief, { id: 1 }).title}</Text>;

  it('shows a failure, then the data after a retry', async () => {
    const moveOn = stopClock();
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const store = createTestStore();
    renderIn(
      store,
      <AsyncBoundary fallback={loading} errorComponent={Failed}>
        <Title />
      </AsyncBoundary>,
    );
    await held.arrived;
    await act(() => held.release(reply(503)));
    const failed = await screen.findByText('failed: 503');
    takeCaught(store);
    // A component can use what its render waited for during this time.
    moveOn(600);

    fireEvent.press(failed);

    await screen.findByText('one');
    expect(api.requests).toHaveLength(2);
  });

  it.each([
    ['AsyncBoundary', AsyncBoundary, 'errorComponent'],
    ['NetworkErrorBoundary', NetworkErrorBoundary, 'fallbackComponent'],
  ])('fails fast with a clear error if there are no HTML elements (%s)', (_name, Boundary, prop) => {
    class Outer extends Component<{ readonly children: ReactNode }> {
      override state: { readonly caught?: Error } = {};
      static getDerivedStateFromError(caught: Error) {
        return { caught };
      }
      override render() {
        return this.state.caught ? <Text>{this.state.caught.message}</Text> : this.props.children;
      }
    }
    const store = createTestStore();
    renderIn(
      store,
      <Outer>
        <Boundary>
          <Text>fine</Text>
        </Boundary>
      </Outer>,
    );

    expect(screen.getByText(new RegExp(`React Native.*${prop}`))).toBeTruthy();
    takeCaught(store);
  });
});

it('shows a response from fixtures', async () => {
  renderWithStore(<Detail />, {
    render,
    fixtures: [{ endpoint: get, args: [{ id: 1 }], response: { id: '1', title: 'a fixture' } }],
  });

  await screen.findByText('detail: a fixture');
  await waitFor(() => expect(screen.queryByText('loading')).toBeNull());
});
