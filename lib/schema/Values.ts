import { schemaClasses } from '../definitions/schemaClasses';
import { type NameOf, schemaName } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import { identityOf } from '../plain/identityOf';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { sameValue } from '../plain/sameValue';
import { INVALID } from '../types/INVALID';
import type { DenormalizeContext, NormalizeContext, Schema } from '../types/Schema';
import type { CollectionRow } from '../types/State';
import { assertSchema } from './assertSchema';
import { type ElementKind, type ElementValue, elementSchema } from './elementSchema';
import { entriesOf, entryOf, isOther, maps, type WithLater } from './joins';
import type { Discriminator } from './kindOfValue';
import type { Entries, MapContents } from './listContents';
import { keyIn, resolveUnion } from './resolveUnion';

/**
 * A map: an object with arbitrary names and values of one kind or, with a
 * discriminator, of several.
 *
 * Entries whose records are deleted are left out when the map is read.
 *
 * @example
 * ```ts
 * import { Collection, Entity, Values } from 'rdc-toolkit';
 *
 * class Rate extends Entity {
 *   currency = '';
 *   value = 0;
 *   override pk() {
 *     return this.currency;
 *   }
 *   static key = 'Rate';
 * }
 *
 * const rates = new Collection(new Values(Rate));
 * ```
 */
export class Values<const S, const By extends Discriminator | undefined = undefined> implements MapContents {
  static {
    if (process.env.NODE_ENV !== 'production') schemaClasses.set('Values', Values);
  }

  /** Only a type: has no value at run time. */
  declare readonly '~value': Readonly<Record<string, ElementValue<S, By>>>;
  /** Only a type: the schema of an element, of each kind. */
  declare readonly '~element': ElementKind<S, By>;
  readonly element: Schema;
  readonly isMap = true;

  constructor(
    readonly schema: S,
    discriminator?: By,
  ) {
    if (process.env.NODE_ENV !== 'production') assertSchema('new Values()', schema);
    this.element = elementSchema(schema, discriminator);
    noteMade(this);
    maps.withLater = withLater;
  }

  /** Its name in logs. */
  get name(): string {
    return schemaName(this);
  }

  /** @internal */
  nameBy(nameOf: NameOf): string {
    return `Values(${nameOf(this.element)})`;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw context.unexpected(this, input, key);
    }
    // As with an array: the record that holds the map, if any.
    const parentRecord = context.insideRecord ? parent : input;
    return mapEntries(
      input,
      (value, name) => context.visitItem(this.element, value, parentRecord, name),
      undefined,
    );
  }

  /** @internal */
  joined(map: CollectionRow, joining: Entries, isUnnamed: boolean): CollectionRow {
    const existing = new Set(Object.values(map).map(identityOf));
    const added = isUnnamed ? joining.filter(([, result]) => !existing.has(identityOf(result))) : joining;
    if (added.length === 0) return map;
    // fromEntries defines properties, so `__proto__` is a name like any.
    return {
      ...map,
      ...Object.fromEntries(isUnnamed ? added.map(([, result]) => [keyIn(result), result]) : added),
    };
  }

  /** @internal */
  without(map: CollectionRow, removed: readonly unknown[]): CollectionRow {
    const entries = Object.entries(map);
    const kept = entries.filter(([, result]) => !removed.some(one => sameValue(one, result)));
    return kept.length === entries.length ? map : Object.fromEntries(kept);
  }

  /** @internal */
  schemaFor(sent: unknown, effect: string): Schema {
    if (Array.isArray(sent)) return [this.element];
    // Entries have names; a record to create, move or remove may come alone.
    const hasNames = effect === 'assign' || effect === 'addWith' || isMapOfObjects(sent);
    return hasNames ? (this as Schema) : this.element;
  }

  /** @internal */
  schemaOf(result: unknown): Schema {
    const isOne = typeof result !== 'object' || resolveUnion(this.element, result)[1] !== result;
    return isOne ? this.element : (this as Schema);
  }

  /** @internal */
  denormalize(result: unknown, context: DenormalizeContext): unknown {
    if (!isPlainObject(result)) return context.mismatch(this, result);
    return context.memo(this, result, () =>
      Object.freeze(mapEntries(result, value => context.visit(this.element, value), INVALID)),
    );
  }
}

/** Whether an object must be a map of records, since a record also has other fields. */
function isMapOfObjects(value: unknown): boolean {
  const members = Object.values(value ?? {});
  return members.length > 0 && members.every(isObject);
}

/** Maps the values of a map, and leaves out those that became `omitted`. */
function mapEntries(
  map: object,
  change: (value: unknown, name: string) => unknown,
  omitted: unknown,
): Record<string, unknown> {
  const changed = Object.entries(map).map(([name, value]) => [name, change(value, name)] as const);
  // fromEntries defines properties, so `__proto__` is a name like any.
  return Object.fromEntries(changed.filter(([, value]) => value !== omitted));
}

const withLater: WithLater = (before, after, left, effects) => {
  if (Array.isArray(after)) return after;
  const later = effects.filter(effect => effect.left !== undefined && effect.left > left).flatMap(entriesOf);
  const kept = later.filter(
    ([name, one]) => sameValue(entryOf(before, name), one) && isOther(one, entryOf(after, name)),
  );
  return kept.length === 0 ? after : { ...after, ...Object.fromEntries(kept) };
};
