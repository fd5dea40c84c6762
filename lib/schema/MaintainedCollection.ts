import type { NormalizeContext } from '../types/Schema';
import type { CollectionRow, ListEffect } from '../types/State';
import { Collection } from './Collection';
import type { CollectionOptions } from './CollectionOptions';
import type { CollectionKey } from './collectionKey';
import { keptAfter, noteKeeper } from './keepLists';
import type { ElementIn, ListContents } from './listContents';
import type { KeptRecord, Membership } from './Membership';

/**
 * A list that maintains itself: a record enters and leaves it whenever it changes, as `belongs` says.
 *
 * It is a class of its own so that only apps with such lists carry it.
 *
 * @example
 * ```ts
 * import { Entity, MaintainedCollection, resource, type } from 'rdc-toolkit';
 *
 * class Todo extends Entity {
 *   id = '';
 *   userId = '';
 *   static key = 'Todo';
 * }
 *
 * const TodoResource = resource({
 *   path: '/todos/:id',
 *   schema: Todo,
 *   searchParams: type<{ userId?: string } | undefined>(),
 *   Collection: MaintainedCollection,
 *   belongs: (todo, { userId }) => userId === undefined || todo.userId === userId,
 * });
 * ```
 */
export class MaintainedCollection<
  const Contents extends ListContents = ListContents,
> extends Collection<Contents> {
  declare readonly options: CollectionOptions & Membership<never>;

  constructor(
    schema: Contents,
    options: CollectionOptions & Membership<KeptRecord<ElementIn<Contents>>> = {},
  ) {
    super(schema, options);
    if (options.belongs !== undefined) noteKeeper(this);
  }

  /** @internal */
  override normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    context: NormalizeContext,
  ): unknown {
    const pk = super.normalize(input, parent, key, context) as string;
    if (this.options.belongs !== undefined) context.brought(this, pk, true);
    return pk;
  }

  /** @internal */
  override followed(
    list: CollectionRow,
    key: CollectionKey,
    change: ListEffect,
    context: NormalizeContext,
  ): CollectionRow {
    return keptAfter(this, list, key, change, context);
  }
}
