import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { mapFields } from '../plain/mapFields';
import type { CurrentLog } from '../store/StoreHandle';

type Redact = NonNullable<CurrentLog['redact']>;

/** The parts of a log that have keys for names, by kind: what a mutation writes, and which records are in doubt. */
const BY_KEY = new Set(['writes', 'doubts']);

/**
 * A log as text, without what must not leave the device: `redact` also gets keys that are property names, and field
 * values in indexes.
 */
export function redactedText(
  log: { readonly start: object; readonly actions: readonly object[] },
  redact: CurrentLog['redact'],
): string {
  if (redact === undefined) return JSON.stringify(log);
  /** Objects whose names are those of fields, but without the values of these. */
  const structure = new WeakSet<object>();
  const markStructure = (part: unknown): void => {
    if (!isObject(part)) return;
    structure.add(part);
    Object.values(part).forEach(markStructure);
  };
  const indexes = new WeakMap<object, object>();
  /** Objects that may hold keys of their state as values, with these keys. */
  const holders = new WeakMap<object, ReadonlySet<unknown>>();
  const markHolder = (part: unknown, keys: ReadonlySet<unknown>): void => {
    if (!isObject(part)) return;
    holders.set(part, keys);
    for (const child of Object.values(part)) markHolder(child, keys);
  };
  const saved = log.actions.map(action => (action as { readonly saved?: unknown }).saved);
  // Found by their place, since a record may have fields of the same names.
  for (const state of [...Object.values(log.start), ...saved].filter(isPlainObject)) {
    if (isPlainObject(state.indexes)) {
      const redacted = redactedIndexes(state.indexes, redact);
      markStructure(redacted);
      indexes.set(state.indexes, redacted);
    }
    markStructure(state.links);
    const keys = new Set<unknown>();
    for (const part of [state.entities, state.deleted, state.endpoints])
      forEachCellIn(part, ({ key }) => keys.add(key));
    for (const [kind, table] of Object.entries(Object(state.entities) as object))
      if (/^[[{]/.test(kind)) forEachCellIn(table, ({ value }) => markHolder(value, keys));
    for (const part of [state.endpoints, state.aliases])
      forEachCellIn(part, cell => {
        holders.set(cell, keys);
        markHolder(cell.value, keys);
      });
    forEachCellIn(state.inflight, ({ value }) => markHolder(value, keys));
    for (const requests of [state.mutations, Object(state.changed).requests])
      if (Array.isArray(requests)) holders.set(requests, new Set(requests));
    forEachCellIn(state.entities, ({ meta }) => markStructure(Object(meta).fields));
    forEachCellIn(state.overlaps, ({ value }) => markStructure(Object(value).owners));
  }
  return JSON.stringify(log, function (this: object, name, original) {
    if (structure.has(this)) return original;
    if (isObject(original) && indexes.has(original)) return indexes.get(original);
    const byName = redact.call(this, name, original);
    // The name may be an index in a list, which says nothing, or that of a field, which may be a secret.
    const value = byName === original && holders.get(this)?.has(original) ? redact('key', original) : byName;
    if (name === 'results' && 'effect' in this && Array.isArray(value))
      return value.map(result => (isObject(result) ? result : redact('key', result)));
    const isByKey = BY_KEY.has(name) && ('requestId' in this || 'overlaps' in this) && isPlainObject(value);
    return isByKey ? mapFields(value, (_kind, part) => withRedactedNames(part, redact)) : value;
  });
}

/** Visits the cells of tables, by kind; tolerates anything, since hydrated state may be damaged. */
function forEachCellIn(part: unknown, visit: (cell: Readonly<Record<string, unknown>>) => void): void {
  if (!isObject(part)) return;
  if ('key' in part && 'meta' in part) visit(part as Readonly<Record<string, unknown>>);
  else for (const child of Object.values(part)) forEachCellIn(child, visit);
}

function withRedactedNames(part: unknown, redact: Redact): unknown {
  if (!isPlainObject(part)) return part;
  const names = Object.entries(part).map(([name, value]) => [redact('key', name), value]);
  return Object.fromEntries(names.filter(([name]) => name !== undefined));
}

/** Redacts the keys of indexes, which are field values, and the primary keys in them. */
function redactedIndexes(indexes: Readonly<Record<string, unknown>>, redact: Redact): object {
  return mapFields(indexes, (_kind, fields) =>
    mapFields(Object(fields) as Readonly<Record<string, unknown>>, (field, table) => {
      const redactNode = (node: unknown): unknown => {
        if (Array.isArray(node)) return node.map(redactNode);
        if (!isPlainObject(node)) return node;
        const { key, root, value } = node;
        if (key === undefined) return { ...node, root: redactNode(root) };
        return { ...node, key: String(redact(field, key)), value: redact('key', value) };
      };
      return redactNode(table);
    }),
  );
}
