import type { ReactElement } from 'react';
import type { Controller } from '../controller/Controller';
import { checkFunction } from '../errors/checkValues';
import type { DEFAULT_REDUCER_PATH } from '../types/DEFAULT_REDUCER_PATH';
import { createFixtureStore, type FixtureStore, type FixtureStoreOptions } from './createFixtureStore';
import { storeWrapper, type Wrapper } from './storeWrapper';

/** How an element is rendered in a store, and what the store holds. */
export interface RenderWithStoreOptions<
  Rendered,
  State = unknown,
  Slices extends object = object,
  Path extends string = typeof DEFAULT_REDUCER_PATH,
> extends FixtureStoreOptions<State, Slices, Path> {
  /** `render` of Testing Library, for the web or for React Native. */
  readonly render: (ui: ReactElement, options: { wrapper: Wrapper }) => Rendered;
  /** Surrounds the element, inside the store's provider: a router, a theme. */
  readonly wrapper?: Wrapper;
  /** An existing store, to which the other options do not apply; it is not closed. @default a new one */
  readonly store?: FixtureStore<Slices, Path>;
}

/** What a test gets in addition to the rendered element. */
export interface WithStore<
  Slices extends object = object,
  Path extends string = typeof DEFAULT_REDUCER_PATH,
> {
  readonly store: FixtureStore<Slices, Path>;
  readonly controller: Controller;
}

/**
 * Renders an element in a store whose responses come from fixtures.
 *
 * `render` is passed in, so that this package depends on no Testing Library. The store is closed when the
 * element unmounts.
 *
 * @returns What `render` returned, and `store` and `controller`.
 * @example
 * ```tsx
 * import { render } from '@testing-library/react';
 * import { useDLE } from 'rdc-toolkit/react';
 * import { renderWithStore } from 'rdc-toolkit/testing';
 *
 * const Title = () => <h1>{useDLE(TodoResource.get, { id: '5' }).data?.title}</h1>;
 *
 * const page = renderWithStore(<Title />, {
 *   render,
 *   fixtures: [{ endpoint: TodoResource.get, args: [{ id: '5' }], response: { id: '5', title: 'Buy milk' } }],
 * });
 * const heading = await page.findByText('Buy milk');
 * ```
 */
export function renderWithStore<
  Rendered extends object,
  State = unknown,
  Slices extends object = object,
  const Path extends string = typeof DEFAULT_REDUCER_PATH,
>(
  ui: ReactElement,
  options: RenderWithStoreOptions<Rendered, State, Slices, Path>,
): Rendered & WithStore<Slices, Path> {
  if (process.env.NODE_ENV !== 'production')
    checkFunction(
      'renderWithStore',
      'render',
      (options as Partial<typeof options> | null | undefined)?.render,
    );
  const { render, wrapper, store: existingStore, ...rest } = options;
  const store = existingStore ?? createFixtureStore(rest as FixtureStoreOptions<State, Slices, Path>);
  const rendered = render(ui, {
    wrapper: storeWrapper(store as unknown as FixtureStore, existingStore !== undefined, wrapper),
  });
  return Object.assign(rendered, { store, controller: store.controller });
}
