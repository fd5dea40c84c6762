import { act } from '@testing-library/react';
import { Endpoint, GQLEndpoint } from 'rdc-toolkit';
import {
  useCache,
  useCancelling,
  useDLE,
  useError,
  useFetch,
  useIsFetching,
  useLive,
  usePages,
  useResponse,
  useResponses,
  useResponseWith,
  useSubscription,
  useSuspense,
} from 'rdc-toolkit/react';
import { Component, type ReactNode } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';
import { renderIn } from './renderIn';

type Hook = (endpoint: never, ...args: readonly never[]) => unknown;

const HOOKS: readonly [name: string, hook: Hook][] = [
  ['useSuspense', useSuspense as Hook],
  ['useLive', useLive as Hook],
  ['useDLE', useDLE as Hook],
  ['useFetch', useFetch as Hook],
  ['useResponse', useResponse as Hook],
  ['useResponseWith', (endpoint: never) => useResponseWith({}, endpoint, ...([{ id: 1 }] as never))],
  ['useResponses', (endpoint: never) => useResponses(endpoint, [1], id => [{ id }] as never)],
  ['useCache', useCache as Hook],
  ['useSubscription', useSubscription as Hook],
  ['useCancelling', useCancelling as Hook],
  ['usePages', (endpoint: never) => usePages(endpoint, () => [{ id: 1 }] as never, FIRST)],
];
const FIRST = { first: 1, next: () => undefined };

class Catching extends Component<{ readonly children: ReactNode; readonly caught: unknown[] }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override componentDidCatch(error: unknown) {
    this.props.caught.push(error);
  }
  override render() {
    return this.state.hasFailed ? 'failed' : this.props.children;
  }
}

/** What a hook throws when it renders with an endpoint. */
async function thrownBy(hook: Hook, endpoint: unknown): Promise<unknown> {
  const caught: unknown[] = [];
  const Using = () => {
    hook(endpoint as never, { id: 1 } as never);
    return 'rendered';
  };
  renderIn(
    createTestStore(),
    <Catching caught={caught}>
      <Using />
    </Catching>,
  );
  await act(() => new Promise(resolve => setTimeout(resolve, 20)));
  return caught[0];
}

describe.each(HOOKS)('%s', (name, hook) => {
  it('refuses to send a mutation while rendering', async () => {
    const api = await serveTodos();
    const error = await thrownBy(hook, TodoResource.delete);

    const about = `${name}(Todo.delete) in place of useController()`;
    expect(error).toMatchObject({ name: 'UsageError', code: 'side-effect', about });
    expect((error as Error).message).toContain(`${name}(Todo.delete)`);
    expect((error as Error).message).toContain('useController()');
    expect(api.requests).toEqual([]);
  });

  it('says what to pass instead of a whole resource', async () => {
    const error = await thrownBy(hook, TodoResource);
    expect(error).toMatchObject({ name: 'UsageError', code: 'argument' });
    expect((error as Error).message).toContain(`Cannot call ${name}(): it was given a whole resource`);
  });
});

it.each([
  ['useError', useError as Hook],
  ['useIsFetching', useIsFetching as Hook],
])('%s, which also takes mutations, says what to pass instead of a whole resource', async (name, hook) => {
  const error = await thrownBy(hook, TodoResource);
  expect((error as Error).message).toContain(`Cannot call ${name}(): it was given a whole resource`);
  expect(await thrownBy(hook, TodoResource.delete)).toBeUndefined();
});

it('refuses mutations in production as well', async () => {
  const api = await serveTodos();
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    const error = await thrownBy(useSuspense as Hook, TodoResource.update);
    expect(error).toMatchObject({ name: 'UsageError', code: 'side-effect' });
    expect((error as Error).message).toContain('useController()');
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
  expect(api.requests).toEqual([]);
});

it.each([
  ['an Endpoint', new Endpoint(async (_id: object) => 1, { name: 'sideEffects.send', sideEffect: true })],
  ['a GraphQL mutation', new GQLEndpoint('/graphql').mutation('mutation send { send }')],
  ['a creation', TodoResource.getList.push],
])('refuses %s', async (_what, endpoint) => {
  expect(await thrownBy(useDLE as Hook, endpoint)).toMatchObject({ name: 'UsageError', code: 'side-effect' });
});

it('accepts a POST that declares that it has no side effect', async () => {
  const search = new Endpoint(async ({ id }: { id: number }) => id, {
    name: 'sideEffects.search',
    sideEffect: false,
  });
  expect(await thrownBy(useDLE as Hook, search)).toBeUndefined();
});
