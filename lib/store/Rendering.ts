import type { DataState } from '../types/State';

/**
 * How what a server has rendered and what a browser makes of it agree: each
 * component hydrates from the very state that it was rendered from,
 * whatever the store of the browser holds by then.
 */
export interface Rendering {
  /** Whether the page is being rendered, in contrast to hydrated. */
  readonly isServer: boolean;
  /** What a hook reads now. Its `id` is the same one on both sides, as `useId` makes it. */
  read<Value>(id: string, from: (state: DataState) => Value): Value;
}
