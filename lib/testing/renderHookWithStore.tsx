import { type ReactNode, Suspense } from 'react';
import { checkFunction } from '../errors/checkValues';
import type { DEFAULT_REDUCER_PATH } from '../types/DEFAULT_REDUCER_PATH';
import { createFixtureStore, type FixtureStore, type FixtureStoreOptions } from './createFixtureStore';
import type { WithStore } from './renderWithStore';
import { storeWrapper, type Wrapper } from './storeWrapper';

/** A rendered hook, as Testing Library returns it. */
export interface RenderedHook<Result, Props> {
  readonly result: { readonly current: Result };
  rerender(props?: Props): void;
  unmount(): void;
}

/** How a hook is rendered in a store, and what the store holds. */
export interface RenderHookWithStoreOptions<
  Props,
  State = unknown,
  Slices extends object = object,
  Path extends string = typeof DEFAULT_REDUCER_PATH,
> extends FixtureStoreOptions<State, Slices, Path> {
  /** `renderHook` of Testing Library, for the web or for React Native. */
  readonly renderHook: <Result, HookProps>(
    callback: (props: HookProps) => Result,
    options: { wrapper: Wrapper; initialProps?: HookProps },
  ) => RenderedHook<Result, HookProps>;
  /** The first props of the callback. */
  readonly initialProps?: Props;
  /** Surrounds the hook, inside the store's provider: an error boundary, a router. */
  readonly wrapper?: Wrapper;
  /** An existing store, to which the other options do not apply; it is not closed. @default a new one */
  readonly store?: FixtureStore<Slices, Path>;
}

/**
 * Renders a hook in a store whose responses come from fixtures.
 *
 * While the hook suspends, `result.current` keeps its last value; `null` at first.
 *
 * @returns What `renderHook` returned, and `store` and `controller`.
 * @example
 * ```ts
 * import { renderHook, waitFor } from '@testing-library/react';
 * import { useSuspense } from 'rdc-toolkit/react';
 * import { renderHookWithStore } from 'rdc-toolkit/testing';
 *
 * const { result } = renderHookWithStore(() => useSuspense(TodoResource.get, { id: '5' }), {
 *   renderHook,
 *   fixtures: [{ endpoint: TodoResource.get, args: [{ id: '5' }], response: { id: '5', title: 'Buy milk' } }],
 * });
 * await waitFor(() => expect(result.current.title).toBe('Buy milk'));
 * ```
 */
export function renderHookWithStore<
  Result,
  Props,
  State = unknown,
  Slices extends object = object,
  const Path extends string = typeof DEFAULT_REDUCER_PATH,
>(
  callback: (props: Props) => Result,
  options: RenderHookWithStoreOptions<Props, State, Slices, Path>,
): RenderedHook<Result, Props> & WithStore<Slices, Path> {
  if (process.env.NODE_ENV !== 'production')
    checkFunction(
      'renderHookWithStore',
      'renderHook',
      (options as Partial<typeof options> | null | undefined)?.renderHook,
    );
  const { renderHook, wrapper, store: existingStore, initialProps, ...rest } = options;
  const store = existingStore ?? createFixtureStore(rest as FixtureStoreOptions<State, Slices, Path>);
  const rendered = renderHook(callback, {
    wrapper: storeWrapper(
      store as unknown as FixtureStore,
      existingStore !== undefined,
      withSuspense(wrapper),
    ),
    ...('initialProps' in options && { initialProps: initialProps as Props }),
  });
  return { ...rendered, store, controller: store.controller };
}

/** Adds a `Suspense` around the hook only, so that what surrounds it stays. */
function withSuspense(Inner?: Wrapper): Wrapper {
  return ({ children }: { children: ReactNode }) => {
    const content = <Suspense fallback={null}>{children}</Suspense>;
    return Inner === undefined ? content : <Inner>{content}</Inner>;
  };
}
