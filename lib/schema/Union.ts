import { makers } from '../definitions/makers';
import { type NameOf, schemaName } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import { warnOnce } from '../plain/warnOnce';
import type { Denormalized } from '../types/Denormalized';
import { INVALID } from '../types/INVALID';
import type { DenormalizeContext, NormalizeContext, QueryContext, Schema } from '../types/Schema';
import type { EntityClass } from './EntityClass';
import { type Discriminator, kindOfValue } from './kindOfValue';
import type { Removed } from './Removed';
import { resolved } from './resolved';
import { unionName } from './unionName';

/** What stands for a value of a union: the result under the schema of its kind, and which that is. */
export interface UnionResult {
  readonly id: unknown;
  readonly schema: string;
}

/**
 * One of several kinds of records, distinguished by a field or by a function.
 *
 * A value of a kind that is not listed is kept as it came, and named once on the
 * console in development.
 *
 * @example
 * ```ts
 * import { Entity, Union } from 'rdc-toolkit';
 *
 * class Post extends Entity {
 *   id = '';
 *   type = 'post' as const;
 *   static key = 'Post';
 * }
 * class Link extends Entity {
 *   id = '';
 *   type = 'link' as const;
 *   url = '';
 *   static key = 'Link';
 * }
 *
 * const FeedItem = new Union({ post: Post, link: Link }, 'type');
 * ```
 */
export class Union<const Kinds extends Readonly<Record<string, unknown>>> {
  static {
    if (process.env.NODE_ENV !== 'production') makers.set('Union', Union);
  }

  /** Only a type: nothing stands here when the program runs. */
  declare readonly '~value': Denormalized<Kinds[keyof Kinds]>;
  /** Only a type: the schemas of all kinds. */
  declare readonly '~kind': Kinds[keyof Kinds];

  constructor(
    /** The schema of each kind. */
    readonly schema: Kinds,
    readonly discriminator: Discriminator,
  ) {
    noteMade(this);
  }

  /** Names of all kinds of records. */
  get key(): string {
    return Object.values(this.schema).map(schemaName).join('|');
  }

  /** @internal */
  nameBy(nameOf: NameOf, place: string | undefined): string {
    return unionName(this.schema, this.discriminator, nameOf, place);
  }

  /** The kind of a value; `undefined` when none of the listed ones. */
  kindOf(input: unknown): string | undefined {
    const kind = kindOfValue(this.discriminator, input);
    return kind !== undefined && Object.hasOwn(this.schema, kind) ? kind : undefined;
  }

  /** The schema of one kind. */
  schemaOf(kind: string): Schema {
    return this.schema[kind] as Schema;
  }

  /** Whether a result stands for a record of a listed kind, and not for itself. */
  isReference(result: unknown): result is UnionResult {
    if (typeof result !== 'object' || result === null) return false;
    const { schema } = result as Partial<UnionResult>;
    return (
      typeof schema === 'string' &&
      Object.hasOwn(this.schema, schema) &&
      Object.hasOwn(result, 'id') &&
      Object.keys(result).length === 2
    );
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    const schema = this.kindOf(input);
    if (schema === undefined) return this.kept(input);
    const id = context.visit(this.schemaOf(schema), input, parent, key);
    return id === undefined ? undefined : { id, schema };
  }

  /**
   * @internal Removes the record of the kind that a response names, or else the only one that is stored.
   *
   * @returns its key
   */
  remove({ input, context, keyOf, refuse }: Removed): unknown {
    const expected = `an object with its kind (${Object.keys(this.schema).join(', ')}) and its key`;
    if (Array.isArray(input) || typeof input === 'boolean') throw refuse(expected);
    const own = this.kindOf(input);
    const isListed = own !== undefined || kindOfValue(this.discriminator, input) === undefined;
    const kinds = own === undefined ? Object.values(this.schema) : [this.schema[own]];
    const records = kinds.map(kind => {
      const entity = resolved(kind) as unknown as EntityClass;
      return { kind: entity.key, pk: keyOf(entity) };
    });
    const stored = isListed ? records.filter(({ kind, pk }) => context.getRow(kind, pk) !== undefined) : [];
    const [record] = isListed && records.length === 1 ? records : stored;
    // Two kinds may number their records alike: removing the wrong one would be worse than failing.
    if (records.length === 0 || (records.length > 1 && stored.length > 1)) throw refuse(expected);
    const pk = (record ?? records[0])?.pk;
    if (record !== undefined) context.invalidate(record.kind, record.pk);
    // A value of a kind that is not listed stands in lists as it came.
    else
      context.doubtHolders(
        records.map(({ kind }) => kind),
        String(pk),
      );
    return pk;
  }

  /** @internal */
  denormalize(result: unknown, context: DenormalizeContext): unknown {
    if (this.isReference(result)) return context.visit(this.schemaOf(result.schema), result.id) ?? INVALID;
    // Saved before its kind was listed: what stands there is the record itself.
    const kind = this.kindOf(result);
    return kind === undefined ? result : context.visit(this.schemaOf(kind), result);
  }

  /** @internal */
  queryKey(args: readonly unknown[], context: QueryContext): unknown {
    const kind = this.kindOf(args[0]);
    for (const schema of kind === undefined ? Object.keys(this.schema) : [kind]) {
      const id = context.queryKey(this.schemaOf(schema), args);
      if (id !== undefined) return { id, schema };
    }
    return undefined;
  }

  private kept(input: unknown): unknown {
    if (process.env.NODE_ENV !== 'production') this.warnOfUnknownKind(input);
    return input;
  }

  private warnOfUnknownKind(input: unknown): void {
    const { key, discriminator } = this;
    const kind = kindOfValue(discriminator, input);
    const by = typeof discriminator === 'string' ? `the field "${discriminator}"` : 'the discriminator';
    warnOnce(
      `union ${key} ${kind}`,
      `The union ${key} has no schema ${kind === undefined ? 'for a value' : `for the kind "${kind}"`} (from ${by}): ` +
        `the value was stored unchanged. Add the kind to the Union, or fix the response.`,
    );
  }
}
