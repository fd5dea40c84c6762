import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { mapFields } from '../plain/mapFields';
import type { HeldLog } from '../store/StoreHandle';

type Redact = NonNullable<HeldLog['redact']>;

/** The parts of a log that hold keys as names, by kind: what a mutation writes, and which records are in doubt. */
const BY_KEY = new Set(['writes', 'doubts']);

/**
 * A log as text, without what must not leave the device: keys are redacted also where they are names, and the values
 * of fields also where records are found by them.
 */
export function redactedText(log: object, redact: HeldLog['redact']): string {
  if (redact === undefined) return JSON.stringify(log);
  /** What has the names of fields for names, and nothing of what these hold. */
  const structure = new WeakSet<object>();
  const asStructure = <Part>(part: Part): Part => {
    if (!isObject(part)) return part;
    structure.add(part);
    Object.values(part).forEach(asStructure);
    return part;
  };
  return JSON.stringify(log, function (this: object, name, given) {
    if (structure.has(this)) return given;
    if (isPlainObject(given)) {
      // A record may have fields of these names, too.
      if (name === 'indexes' && 'endpoints' in this) return asStructure(redactedIndexes(given, redact));
      if (isOfFields(name, this)) return asStructure(given);
    }
    const value = redact.call(this, name, given);
    const isByKey = BY_KEY.has(name) && ('requestId' in this || 'overlaps' in this) && isPlainObject(value);
    return isByKey ? mapFields(value, (_kind, part) => renamed(part, redact)) : value;
  });
}

/** Whether a part of a state says something of fields, in place of what they hold. */
function isOfFields(name: string, holder: object): boolean {
  if (name === 'links') return 'endpoints' in holder;
  if (name === 'owners') return 'goneAt' in holder;
  return name === 'fields' && 'landed' in holder && 'fetchedAt' in holder;
}

function renamed(part: unknown, redact: Redact): unknown {
  if (!isPlainObject(part)) return part;
  const names = Object.entries(part).map(([name, value]) => [redact('key', name), value]);
  return Object.fromEntries(names.filter(([name]) => name !== undefined));
}

/** Indexes whose keys, which are values of a field, and whose primary keys are redacted. */
function redactedIndexes(indexes: object, redact: Redact): object {
  return mapFields(indexes as Readonly<Record<string, object>>, (_kind, fields) =>
    mapFields(fields as Readonly<Record<string, unknown>>, (field, table) => {
      const within = (node: unknown): unknown => {
        if (Array.isArray(node)) return node.map(within);
        if (!isPlainObject(node)) return node;
        const { key, root, value } = node;
        if (key === undefined) return { ...node, root: within(root) };
        return { ...node, key: String(redact(field, key)), value: redact('key', value) };
      };
      return within(table);
    }),
  );
}
