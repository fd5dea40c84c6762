import type { SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
import { loggedName } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import { assertStorable } from '../errors/assertStorable';
import { toPlain } from '../plain/toPlain';
import { withoutUndefined } from '../plain/withoutUndefined';
import type { Freshness } from '../types/Freshness';
import type { Schema } from '../types/Schema';
import type { actionTypes } from './actionTypes';
import { BATCHED } from './BATCHED';
import { type EndpointDefaults, expiresAt } from './expiry';
import { flatCreator } from './flatCreator';
import { carry, hide } from './hiddenFields';

/** Time stamps of data that came from elsewhere. */
export interface SetMeta extends Freshness {
  /** Lets the store notify subscribers a little later, together with the next action. */
  readonly [SHOULD_AUTOBATCH]?: true;
}

/** Data that no request brought. */
export type SetAction = {
  readonly type: typeof actionTypes.SET;
  /** Not enumerable; `schemaName` finds it again after a JSON round trip. */
  readonly schema: Schema;
  readonly schemaName: string;
  readonly args: readonly unknown[];
  readonly meta: SetMeta;
  readonly value: unknown;
};

/** Data from elsewhere, and what is known about it; all parts but `value` have defaults. */
export interface SetOptions extends EndpointDefaults {
  readonly args?: readonly unknown[];
  /**
   * Plain data, or instances of entities, which are stored as their fields. Or a function of the stored data: it
   * returns new data, or changes its draft.
   */
  readonly value: unknown;
  readonly fetchedAt?: number;
  readonly date?: number;
  /** The number under which it came; the middleware adds it if it is missing. */
  readonly landed?: number | undefined;
  /** Whether subscribers may be notified a little later, together with the next action. @default false */
  readonly isBatched?: boolean;
}

/**
 * Stores data under a schema.
 *
 * Given a function, the middleware computes the data before it passes the action on, which `dispatch` then returns. If
 * nothing changes, the action goes no further: `dispatch` returns it unchanged.
 */
export const set = flatCreator<SetAction, [schema: Schema, options: SetOptions]>(
  'rdc/set',
  (
    schema,
    { args = [], value, date = Date.now(), fetchedAt = date, landed, isBatched = false, ...lengths },
  ) => {
    noteMade(schema);
    const expiry = expiresAt(date, false, {}, lengths);
    const meta: SetMeta = withoutUndefined({
      fetchedAt,
      date,
      expiresAt: expiry,
      left: landed,
      landed,
      ...(isBatched && BATCHED),
    });
    const fields = hide({ schemaName: loggedName(schema) }, 'schema', schema);
    carry(fields, 'args', 'plainArgs', args);
    const unvalued = Object.assign(fields, { meta });
    const action = isUpdater(value)
      ? hide(unvalued, 'value', value)
      : carry(unvalued, 'value', 'plainValue', value);
    return action as unknown as SetAction;
  },
);

/** Makes an action's value from the stored data. */
export type Updater = (stored: unknown) => unknown;

/** Whether the value of an action has yet to be computed. */
export function isUpdater(value: unknown): value is Updater {
  return typeof value === 'function';
}

/** The same action with the data that its function made. */
export function withValue(action: SetAction, value: unknown): SetAction {
  const { schema, args, meta } = action;
  if (process.env.NODE_ENV !== 'production') assertStorable(action.schemaName, 'value', value);
  return Object.assign(set(schema, { args, value: toPlain(value) }), { meta });
}

/** The data of an action in plain form. */
export function plainValueOf(action: SetAction): unknown {
  return 'plainValue' in action ? action.plainValue : action.value;
}
