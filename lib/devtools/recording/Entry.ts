import { isOwn } from '../../actions/isOwn';
import { isTravel } from '../../actions/travel';
import type { DataState } from '../../types/State';

/** One action, and the states before and after it. */
export interface Entry {
  readonly id: number;
  readonly action: LoggedAction;
  readonly before: DataState;
  readonly after: DataState;
  /** When it reached the reducer, in milliseconds since the Unix epoch. */
  readonly at: number;
}

/** An action of the library, from this process or from a log: any field may be missing. */
export interface LoggedAction {
  readonly type: string;
  readonly endpointName?: string;
  readonly schemaName?: string;
  readonly key?: string;
  readonly args?: readonly unknown[];
  readonly error?: boolean;
  readonly response?: unknown;
  readonly plainResponse?: unknown;
  readonly meta?: {
    readonly requestId?: string;
    readonly fetchedAt?: number;
    readonly date?: number;
    readonly left?: number;
    readonly since?: number;
  };
}

/** Recorded where something other than an action of this library replaced its slice. */
export const REPLACED = 'rdc/replaced';

/** When an action happened; one without a time follows the one before. */
export function timeOfAction({ meta }: LoggedAction): number {
  const time: unknown = meta?.date ?? meta?.fetchedAt;
  return typeof time === 'number' ? time : 0;
}

/** Whether an action is of this library, and belongs to a log. */
export function isLogged(action: unknown): action is LoggedAction {
  return isOwn(action) && !isTravel(action);
}
