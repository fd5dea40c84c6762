import { isSelfNamed } from '../definitions/schemaName';
import { NOT_THERE, walkThroughLazies } from '../definitions/walkSchema';
import { Entity } from '../schema/Entity';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Fields, Schema, TableSchema } from '../types/Schema';
import type { DataState, FieldLinks, Links } from '../types/State';

/**
 * Adds the links that data of a schema can have to those of a state.
 *
 * Returns the same object if it has them all. Stored records without links, which an older version wrote, may refer to
 * anything.
 */
export function withLinks(state: DataState, schema: unknown): Links {
  const { links = {}, entities } = state;
  if (typeof schema !== 'object' && typeof schema !== 'function') return links;
  if (schema === null || lastLinks.get(schema) === links) return links;
  const additions: [string, FieldLinks | null][] = [];
  for (const [kind, fields] of linksOf(schema)) {
    const existing = Object.hasOwn(links, kind) ? links[kind] : undefined;
    const isUnknown = existing === undefined && (entities[kind]?.size ?? 0) > 0;
    const merged = isUnknown ? null : mergedLinks(existing, fields);
    if (merged !== existing) additions.push([kind, merged]);
  }
  const after = additions.length === 0 ? links : { ...links, ...Object.fromEntries(additions) };
  lastLinks.set(schema, after);
  return after;
}

/** The state's links when those of a schema were last found or noted. */
const lastLinks = new WeakMap<object, Links>();

/** Merges the links of a kind; `null`, anything, if one side is unknown. */
export function mergedLinks(
  existing: FieldLinks | null | undefined,
  fields: FieldLinks | null,
): FieldLinks | null {
  if (existing === undefined) return fields;
  if (existing === null || fields === null) return null;
  const additions = Object.entries(fields).flatMap(([field, kinds]) => {
    const before = Object.hasOwn(existing, field) ? (existing[field] ?? []) : undefined;
    const missing = kinds.filter(kind => before?.includes(kind) !== true);
    return before !== undefined && missing.length === 0
      ? []
      : [[field, [...(before ?? []), ...missing]] as const];
  });
  return additions.length === 0 ? existing : { ...existing, ...Object.fromEntries(additions) };
}

const cachedLinks = new WeakMap<object, ReadonlyMap<string, FieldLinks | null>>();

/** The links of all kinds of records below a schema. */
function linksOf(schema: object): ReadonlyMap<string, FieldLinks | null> {
  const cached = cachedLinks.get(schema);
  if (cached !== undefined) return cached;
  const links = new Map<string, FieldLinks | null>();
  let isComplete = true;
  walkThroughLazies(schema, part => {
    if (part === NOT_THERE) isComplete = false;
    if (isTable(part)) links.set(part.key, mergedLinks(links.get(part.key), linksOfTable(part)));
    return true;
  });
  if (isComplete) cachedLinks.set(schema, links);
  return links;
}

function linksOfTable(table: TableSchema): FieldLinks | null {
  const { schema, normalize } = table as TableSchema & { readonly schema?: unknown };
  if (typeof table !== 'function') {
    const kinds = kindsIn(schema);
    return kinds === undefined ? null : { '': kinds };
  }
  // A class with its own `normalize` may write anything.
  if (normalize !== Entity.normalize) return null;
  const links: [string, readonly string[]][] = [];
  for (const [field, nested] of Object.entries((schema ?? {}) as Fields)) {
    const kinds = kindsIn(nested);
    if (kinds === undefined) return null;
    if (kinds.length > 0) links.push([field, kinds]);
  }
  return Object.fromEntries(links);
}

/** The kinds that a value of a schema refers to; `undefined` if that is unknown. */
function kindsIn(schema: unknown): readonly string[] | undefined {
  const kinds = new Set<string>();
  let isKnown = true;
  walkThroughLazies(schema, part => {
    const isRecord = isTable(part);
    if (isRecord) kinds.add(part.key);
    else if (part === NOT_THERE || (isSchemaObject(part as Schema) && !isSelfNamed(part as object)))
      isKnown = false;
    return !isRecord;
  });
  return isKnown ? [...kinds] : undefined;
}

/** Whether a schema has a table of its own: an entity or a collection. */
function isTable(schema: unknown): schema is TableSchema {
  return isSchemaObject(schema as Schema) && 'mergeWithStore' in (schema as object);
}
