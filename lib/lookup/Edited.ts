import type { NameOf } from '../definitions/schemaName';
import { InvalidEntityError } from '../errors/InvalidEntityError';
import { isPlainObject } from '../plain/isPlainObject';
import type { EntityClass } from '../schema/EntityClass';
import type { DenormalizeContext, NormalizeContext } from '../types/Schema';
import type { EntityRow } from '../types/State';

/**
 * Fields of one stored record as the store holds them, written as they are: `process` makes them of a response, and
 * would not know them again. The argument is the key of the record.
 *
 * An action of a log names it `Edited(Todo)`.
 */
export class Edited {
  constructor(readonly schema: EntityClass) {}

  /** @internal */
  nameBy(nameOf: NameOf): string {
    return `Edited(${nameOf(this.schema)})`;
  }

  /** @internal */
  normalize(
    fields: unknown,
    _parent: unknown,
    field: string | undefined,
    context: NormalizeContext,
  ): unknown {
    const { schema: entity } = this;
    const pk = String(context.args[0]);
    const stored = context.getRow(entity.key, pk);
    if (stored === undefined || !isPlainObject(fields)) throw context.unexpected(this, fields, field);
    const row = { ...(stored as EntityRow), ...fields };
    const reason = entity.validate(row, () => stored as EntityRow);
    if (reason !== undefined) context.refuse(new InvalidEntityError(entity.key, row, reason, context.origin));
    // Nothing in them is walked: they hold keys in place of records already.
    context.record(entity, pk, fields);
    return pk;
  }

  /** @internal */
  denormalize(pk: unknown, context: DenormalizeContext): unknown {
    return context.visit(this.schema, pk);
  }
}

/** The entity whose field an action has edited, by the name of its schema; `undefined` of any other. */
export function editedIn(name: string): string | undefined {
  return /^Edited\((.+)\)$/.exec(name)?.[1];
}
