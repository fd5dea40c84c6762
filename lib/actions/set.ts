import type { Freshness } from '../types/Freshness';
import type { Schema } from '../types/Schema';
import { actionTypes } from './actionTypes';
import { now } from './clock';
import { type ExpiryLengths, expiresAt } from './expiry';
import { flatCreator } from './flatCreator';
import { carry, hide } from './live';
import { registerNew } from './registry';

/** Data that came from elsewhere than a request. */
export type SetAction = {
  readonly type: typeof actionTypes.SET;
  /** Not enumerable; `schemaName` finds it again after a JSON round trip. */
  readonly schema: Schema;
  readonly schemaName: string;
  readonly args: readonly unknown[];
  readonly meta: Freshness;
  readonly value: unknown;
};

/** What data from elsewhere may be told besides itself; all parts but `value` have defaults. */
export interface SetOptions extends ExpiryLengths {
  readonly args?: readonly unknown[];
  /** Plain data, or instances of entities, which are stored as their fields. */
  readonly value: unknown;
  readonly fetchedAt?: number;
  readonly date?: number;
}

/** Puts data into the store under a schema. */
export const set = flatCreator<SetAction, [schema: Schema, options: SetOptions]>(
  actionTypes.SET,
  (schema, { args = [], value, date = now(), fetchedAt = date, ...lengths }) => {
    if (isDefinition(schema)) registerNew('schema', schemaName(schema), schema);
    const meta: Freshness = { fetchedAt, date, expiresAt: expiresAt(date, false, {}, lengths) };
    const fields = hide({ schemaName: schemaName(schema) }, 'schema', schema);
    carry(fields, 'args', 'plainArgs', args);
    return Object.assign(
      carry(Object.assign(fields, { meta }), 'value', 'plainValue', value),
    ) as unknown as SetAction;
  },
);

function isDefinition(schema: Schema): schema is Schema & object {
  return (typeof schema === 'object' && schema !== null) || typeof schema === 'function';
}

/** The data of an action in plain form. */
export function plainValueOf(action: SetAction): unknown {
  return 'plainValue' in action ? action.plainValue : action.value;
}

/** The name under which a schema is found again. */
export function schemaName(schema: Schema): string {
  if (Array.isArray(schema)) return `[${schemaName(schema[0])}]`;
  const { key, name } = (schema ?? {}) as { readonly key?: string; readonly name?: string };
  return key ?? name ?? 'schema';
}
