import type { NameOf } from '../definitions/schemaName';
import { InvalidEntityError } from '../errors/InvalidEntityError';
import { isPlainObject } from '../plain/isPlainObject';
import type { EntityClass } from '../schema/EntityClass';
import type { DenormalizeContext, NormalizeContext } from '../types/Schema';
import type { EntityRow } from '../types/State';

/**
 * Writes fields of one stored record in the form that the store holds: `process` takes the form of a response, and
 * would misread them. The argument is the record's key.
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
    // Not normalized: they hold keys in place of records already.
    context.record(entity, pk, fields);
    return pk;
  }

  /** @internal */
  denormalize(pk: unknown, context: DenormalizeContext): unknown {
    return context.visit(this.schema, pk);
  }
}

/** The entity in the name of an `Edited` schema; `undefined` for any other name. */
export function editedIn(name: string): string | undefined {
  return /^Edited\((.+)\)$/.exec(name)?.[1];
}
