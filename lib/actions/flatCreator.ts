import { isObject } from '../plain/isObject';
import { checkArguments } from './checkArguments';
import { copyWith } from './withMeta';

/** A creator of actions whose fields stand on the action itself, beside `type`. */
export interface FlatCreator<Action extends { readonly type: string }, Args extends readonly unknown[]> {
  (...args: Args): Action;
  readonly type: Action['type'];
  /** Recognises such an action; works in `isAnyOf` and `startListening`. */
  match(action: unknown): action is Action;
  toString(): Action['type'];
}

/**
 * What `createAction` is for actions with a `payload`, for actions with flat fields.
 *
 * The result works wherever Redux Toolkit takes an action creator: `addCase`,
 * `isAnyOf`, `startListening({ actionCreator })`.
 *
 * @throws {UsageError} from the creator, in development, where its arguments are not what it takes
 */
export function flatCreator<Action extends { readonly type: string }, Args extends readonly unknown[]>(
  type: Action['type'],
  prepare: (...args: Args) => Omit<Action, 'type'>,
): FlatCreator<Action, Args> {
  // `type` first, as a log shows it.
  const creator = (...args: Args) => {
    if (process.env.NODE_ENV !== 'production') checkArguments(type, args);
    return copyWith({ type }, prepare(...args)) as unknown as Action;
  };
  const match = (action: unknown): action is Action =>
    isObject(action) && 'type' in action && action.type === type;
  return Object.assign(creator, { type, match, toString: () => type });
}
