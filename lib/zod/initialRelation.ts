import type { $ZodType } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { Entity } from '../schema/Entity';
import type { EntityClass } from '../schema/EntityClass';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';

/**
 * The value of a relation without data.
 *
 * | relation | value |
 * |---|---|
 * | one whose zod type has a default | `null` if that is it, otherwise as below |
 * | one that is nullable, optional in its zod object | `null`, `undefined` |
 * | an entity | one with initial values |
 * | a list, a map, a collection of either | an empty one |
 * | an object of relations | one with such values |
 * | anything else | `undefined` |
 */
export function initialRelation(related: unknown, declared: $ZodType | undefined): unknown {
  if (declared !== undefined) {
    const result = safeParse(declared, undefined);
    if (result.data !== undefined && result.data !== null) return initialOf(related);
    if (result.data === null || safeParse(declared, null).success) return null;
    if (result.success) return undefined;
  }
  return initialOf(related);
}

function initialOf(related: unknown): unknown {
  if (isEntityClass(related)) return Entity.fromJS.call(related);
  if (Array.isArray(related)) return [];
  if (typeof related !== 'object' || related === null) return undefined;
  if ('isMap' in related) return related.isMap === true ? {} : [];
  if (isSchemaObject(related as Schema)) return undefined;
  return Object.fromEntries(Object.entries(related).map(([name, nested]) => [name, initialOf(nested)]));
}

function isEntityClass(related: unknown): related is EntityClass {
  return typeof related === 'function' && related.prototype instanceof Entity;
}
