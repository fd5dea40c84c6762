import { All } from './All';
import { ArraySchema } from './ArraySchema';
import { Collection } from './Collection';
import { Entity } from './Entity';
import { EntityMixin } from './EntityMixin';
import { Invalidate } from './Invalidate';
import { Lazy } from './Lazy';
import { unshift } from './listMerge';
import { ObjectSchema } from './ObjectSchema';
import { Query } from './Query';
import { Scalar } from './Scalar';
import { Union } from './Union';
import { Values } from './Values';

/**
 * All schemas under one name, for code that should not shadow `Array` and `Object`.
 *
 * @example
 * ```ts
 * import { schema } from 'rdc-toolkit';
 *
 * class User extends schema.Entity {
 *   id = '';
 *   static key = 'User';
 * }
 *
 * const users = new schema.Collection([User]);
 * ```
 */
export const schema = {
  Entity,
  EntityMixin,
  Collection,
  Union,
  Values,
  Array: ArraySchema,
  Object: ObjectSchema,
  All,
  Query,
  Invalidate,
  Lazy,
  Scalar,
  unshift,
} as const;
