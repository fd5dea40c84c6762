import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { filterFields } from '../plain/filterFields';
import { isPlainObject } from '../plain/isPlainObject';
import { warnOnce } from '../plain/warnOnce';
import type { SavedState } from '../types/SavedState';
import type { actionTypes } from './actionTypes';
import { flatCreator } from './flatCreator';

/** The data in a saved state, without the mutations to resend. */
export type SavedData = Omit<SavedState, 'optimistic'>;

/** Data of another store: on a server, or on an earlier visit. */
export type HydrateAction = {
  readonly type: typeof actionTypes.HYDRATE;
  readonly saved: SavedData;
  /** When it is hydrated, in milliseconds since the Unix epoch: what has expired by then is left out. */
  readonly date: number;
  /** Set if a page shows the data already: then it is kept even if it has expired. */
  readonly isShown?: true;
};

/** Options for hydrating data. */
export interface HydrateOptions {
  /** When it is hydrated, in milliseconds since the Unix epoch. @default now */
  readonly date?: number;
  /** Whether a page shows the data already, as a server-rendered one does. @default false */
  readonly isShown?: boolean;
}

/**
 * Merges the data of another store into this one.
 *
 * Of two versions of a record or a response the later wins. Times that the other clock puts into the future count as
 * now. Mutations without a response are not included: `Controller.resume` resends them.
 *
 * @throws {UsageError} (in development) when it gets no object, as on a first visit
 */
export const hydrate = flatCreator<HydrateAction, [saved: SavedData, options?: HydrateOptions]>(
  'rdc/hydrate',
  (saved, options) => {
    const { date = Date.now(), isShown = false } = options ?? {};
    if (process.env.NODE_ENV !== 'production' && !isPlainObject(saved)) throw notSaved(saved);
    return { saved: dataIn(saved), date, ...(isShown && { isShown }) };
  },
);

/** Warns, once for both calls, that a value was not returned by `dehydrate`. */
export function warnNotSaved(): void {
  warnOnce(
    'saved',
    'Nothing was restored: the value passed to hydrate() or resume() was not returned by dehydrate(). ' +
      'It may come from another version of the library. Remove it from your storage.',
  );
}

const PARTS = ['entities', 'deleted', 'indexes', 'endpoints', 'links', 'doubts', 'aliases', 'date'];

function dataIn(saved: SavedData): SavedData {
  const given: Readonly<Record<string, unknown>> = { ...saved };
  return filterFields(
    given,
    (name, part) => PARTS.includes(name) && part !== undefined,
  ) as object as SavedData;
}

function notSaved(saved: unknown) {
  const fix =
    typeof saved === 'string'
      ? 'Parse it first: hydrate(JSON.parse(text)).'
      : 'Pass what dehydrate() returned, and nothing on a first visit: if (saved) controller.hydrate(saved).';
  return argumentError('hydrate()', `it was given ${describeValue(saved)}`, fix);
}
