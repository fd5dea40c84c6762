import type { DataState } from '../types/State';

/**
 * Makes hydration match the server's page: each component hydrates from the same state that it was rendered from,
 * whatever the browser's store holds by then.
 */
export interface Rendering {
  /** Whether the page is being rendered, not hydrated. */
  readonly isServer: boolean;
  /** What a hook reads now. Its `id` is the same on both sides, as `useId` makes it. */
  read<Value>(id: string, select: (state: DataState) => Value): Value;
}
