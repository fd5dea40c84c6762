import { entities } from '../definitions/entities';
import { isForm } from '../plain/isForm';
import { warnOnce } from '../plain/warnOnce';
import { Entity } from '../schema/Entity';
import type { EntityClass } from '../schema/EntityClass';
import { entityShape } from '../schema/entityShape';
import { keyIn } from '../schema/keyByArguments';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Writes } from '../types/State';
import { isTemporaryKey } from '../types/temporaryKey';

/** A mutation with an optimistic update, and the fields that this changes. */
interface ShownMutation {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  readonly writes: Writes;
  /** Whether the stored record has a field already, declared or not. */
  readonly isStored: (kind: string, pk: string, field: string) => boolean;
}

/**
 * Warns in development that an optimistic response has a field that its entity does not declare.
 *
 * TypeScript does not check for unknown fields in what a function returns. Arguments of the request, such as another
 * path parameter, and fields of the stored record are no mistake; an entity with its own `process` may take any
 * field. If the response has no field of the record, as with `{ todo: { title } }`, the body excuses none.
 */
export function warnOfUnknownFields({ endpoint, args, writes, isStored }: ShownMutation): void {
  const [paramNames, allNames] = [args.slice(0, -1), args].map(
    someArgs => new Set(someArgs.flatMap(namesIn)),
  );
  for (const [kind, records] of Object.entries(writes)) {
    const classes = entities.named(kind) as readonly EntityClass[];
    // In a collection's map, the names are the keys of its entries.
    if (classes.length === 0) continue;
    const accepts = (field: string) => classes.some(entity => acceptsField(entity, field));
    for (const [pk, fields] of Object.entries(records)) {
      // A new record without a key has a temporary one.
      const makesKey = (name: string) => classes.some(entity => keyIn(entity, { [name]: pk }, []) === pk);
      const isKey = (name: string) => isTemporaryKey(pk) && (name === 'id' || makesKey(name));
      const isKnown = (name: string) => isStored(kind, pk, name) || accepts(name);
      const isShown = fields.some(name => isKnown(name) && !isKey(name)) || !classes.some(hasFields);
      const expected = isShown ? allNames : paramNames;
      const unknown = fields.find(name => !expected?.has(name) && !isKnown(name) && !isKey(name));
      if (unknown === undefined) continue;
      warnOnce(
        `${endpoint.name} ${kind}.${unknown}`,
        `The optimistic response of ${endpoint.name} has the field "${unknown}", which ${kind} does not have. ` +
          `${allNames?.has(unknown) ? `Return the fields of ${kind} from` : 'Correct its name in'} getOptimisticResponse, ` +
          `or declare it in ${kind}: ${unknown} = ...;`,
      );
    }
  }
}

/** Whether a class has fields of its own with defaults; one that only declares types does not. */
function hasFields(entity: EntityClass) {
  return Object.keys(entityShape(entity).defaults).some(name => name !== 'id');
}

function acceptsField(entity: EntityClass, field: string) {
  if (entity.process !== Entity.process) return true;
  return entity.declares?.(field) || Object.values(entity.sources ?? {}).includes(field);
}

/** The names of an argument's fields; of a form, those of its entries. */
function namesIn(arg: unknown): readonly string[] {
  if (isForm(arg)) return [...arg.keys()];
  return typeof arg === 'object' && arg !== null ? Object.keys(arg) : [];
}
