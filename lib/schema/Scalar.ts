import { keepKey, noteStoredKey, storedKeyOf } from '../definitions/keyOf';
import { type PartsFinder, parts, WHOLE } from '../definitions/schemas';
import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { getOrCreate, newSet } from '../plain/getOrCreate';
import { isPlainObject } from '../plain/isPlainObject';
import { forEachCell } from '../tables/iterate';
import { INVALID } from '../types/INVALID';
import type { Loose } from '../types/Loose';
import type { DenormalizeContext, Fields } from '../types/Schema';
import type { EntityRow } from '../types/State';
import { isTemporaryKey } from '../types/temporaryKey';
import { assertSchema } from './assertSchema';
import { Entity } from './Entity';
import type { EntityClass, EntityFields } from './EntityClass';
import { withSources } from './normalizeRecord';

/** Which fields of an entity depend on the arguments of a request, and on which. */
export interface ScalarOptions<E, Args extends readonly Loose[]> {
  /** Unique name of the kind that stores the values. */
  readonly key: string;
  /** Names of the fields that depend on arguments. */
  readonly fields: readonly (keyof EntityFields<E> & string)[];
  /** What the values depend on, from the arguments of a request: a portfolio, a currency. */
  readonly lens: (...args: Args) => string | number | undefined;
}

/** The field of a stored row that holds its lens. */
const LENS = '$lens';

/**
 * An entity some of whose fields depend on the arguments of the request, such as the share of a company in a
 * portfolio.
 *
 * Use it in a schema in place of the entity: `[CompanyInPortfolio]`. What does not depend on arguments is stored
 * once, as a record of the entity; the values are stored per lens. Readers get both together, as an instance of the
 * entity. Everything else works as with any entity: lists, `set`, optimistic updates, deletions.
 *
 * @returns an entity, for reading and writing with the values
 * @throws {UsageError} (in development) when the entity has no such field
 * @example
 * ```ts
 * import { Collection, Entity, RestEndpoint, Scalar, type } from 'rdc-toolkit';
 *
 * class Company extends Entity {
 *   id = '';
 *   name = '';
 *   share = 0;
 *   static key = 'Company';
 * }
 *
 * const CompanyInPortfolio = Scalar(Company, {
 *   key: 'CompanyInPortfolio',
 *   fields: ['share'],
 *   lens: ({ portfolio }: { portfolio: string }) => portfolio,
 * });
 *
 * const getCompanies = new RestEndpoint({
 *   path: '/companies',
 *   searchParams: type<{ portfolio: string }>(),
 *   schema: new Collection([CompanyInPortfolio]),
 * });
 * ```
 */
export function Scalar<E extends object, const Args extends readonly Loose[]>(
  entity: EntityClass<E>,
  options: ScalarOptions<E, Args>,
): EntityClass<E> {
  if (process.env.NODE_ENV !== 'production') checkOptions(entity, options);
  const { key, fields, lens } = options;
  getOrCreate(partKinds, entity.key, newSet<string>).add(key);
  parts.finder = partsFinder;
  const isValue = (name: string) => (fields as readonly string[]).includes(name);

  class Part extends Entity {
    static readonly key = key;
    /** It is deleted with the record it belongs to. */
    static readonly isPart = true;
    static readonly partOf = entity;

    /** Read when needed: classes that it names may not exist yet. */
    static get schema(): Fields {
      const { schema = {} } = entity;
      const declared = fields.filter(field => Object.hasOwn(schema, field));
      return { [WHOLE]: entity, ...Object.fromEntries(declared.map(field => [field, schema[field]])) };
    }

    constructor() {
      super();
      const names = [WHOLE, LENS, ...fields];
      Object.assign(this, Object.fromEntries(names.map(name => [name, undefined])));
    }

    static override pk(
      input: object,
      parent?: unknown,
      field?: string,
      args: readonly unknown[] = [],
    ): string | undefined {
      const storedKey = storedKeyOf(input);
      if (storedKey !== undefined) return storedKey;
      const { [WHOLE]: record = input, [LENS]: stored } = input as Readonly<Record<string, unknown>>;
      const pk = isPlainObject(record) ? entity.pk(record, parent, field, args) : String(record);
      const value = stored ?? lens(...(args as Args));
      return pk === undefined || value === undefined ? undefined : keyWithLens(pk, value);
    }

    static override process(
      input: unknown,
      _parent: unknown,
      field: string | undefined,
      args: readonly unknown[],
    ): unknown {
      const value = lensIn(args);
      if (!isPlainObject(input)) return { [WHOLE]: input, [LENS]: value };
      const { sources = {} } = entity;
      const entries = Object.entries(withSources(input as EntityRow, sources));
      const values = Object.fromEntries(entries.filter(([name]) => isValue(name)));
      const isSource = (name: string) => fields.some(field => sources[field] === name);
      const isOwn = (name: string) => name === WHOLE || name === LENS;
      const rest = entries.filter(([name]) => !isValue(name) && !isSource(name) && !isOwn(name));
      // A map of values alone, by record key.
      const record = rest.length === 0 && field !== undefined ? field : Object.fromEntries(rest);
      return { [WHOLE]: record, [LENS]: value, ...values };
    }

    static override fromRow(
      row: EntityRow,
      context: DenormalizeContext,
      announce: (value: object) => void,
    ): unknown {
      const record = context.visit(entity, row[WHOLE]);
      if (typeof record !== 'object' || record === null) return INVALID;
      const instance = new entity() as Record<string, unknown>;
      announce(instance);
      for (const [name, value] of Object.entries(record)) if (!isValue(name)) instance[name] = value;
      const { schema = {} } = entity;
      for (const name of fields) {
        if (!Object.hasOwn(row, name)) continue;
        const value = Object.hasOwn(schema, name)
          ? context.visit(schema[name] as never, row[name])
          : row[name];
        if (value !== INVALID && value !== undefined) instance[name] = value;
      }
      noteStoredKey(instance, keyWithLens(row[WHOLE], row[LENS]));
      // Of two keys, keep the temporary one that the list uses until the server names the record.
      if (isTemporaryKey(row.id)) keepKey(instance, row.id);
      return Object.freeze(instance);
    }
  }

  /** @throws {UsageError} when the arguments have no lens */
  function lensIn(args: readonly unknown[]): string {
    let value: unknown;
    let cause: unknown;
    try {
      value = lens(...(args as Args));
    } catch (error) {
      // It read a member of a missing argument.
      cause = error;
    }
    if (value !== undefined && value !== null) return String(value);
    const fix = 'Pass the arguments that it reads, or use the schema with endpoints that have them.';
    throw argumentError(
      `Scalar(${entity.key})`,
      process.env.NODE_ENV !== 'production' &&
        `lens() found nothing in the arguments of a request for ${key}, ${describeValue(args[0])}`,
      fix,
      { cause },
    );
  }

  return Part as unknown as EntityClass<E>;
}

/** The key of a record's values under a lens: the first space without a backslash before it separates the two. */
function keyWithLens(pk: unknown, lens: unknown): string {
  return `${String(pk).replace(/[ \\]/g, '\\$&')} ${String(lens)}`;
}

function checkOptions(
  entity: EntityClass,
  { key, fields, lens }: Partial<Readonly<Record<keyof ScalarOptions<object, []>, unknown>>> = {},
) {
  assertSchema('Scalar()', entity);
  if (typeof key !== 'string' || typeof lens !== 'function' || !Array.isArray(fields)) {
    const fix =
      "Write Scalar(Company, { key: 'CompanyInPortfolio', fields: ['share'], lens: ({ portfolio }) => portfolio }).";
    throw argumentError('Scalar()', 'it needs a key, a list of fields and a lens', fix);
  }
  const declared = Object.keys(new entity());
  const unknownField = fields.find(field => !declared.includes(field));
  if (unknownField === undefined) return;
  throw argumentError(
    `Scalar(${entity.key})`,
    `${entity.key} has no field "${unknownField}", only ${declared.join(', ')}`,
    `Correct the name in fields, or add the field to ${entity.key} with a default.`,
  );
}

/** The kinds of parts, by the kind of their record. */
const partKinds = new Map<string, Set<string>>();

const partsFinder: PartsFinder = entities => {
  const byPart = new Map<string, Map<unknown, string[]>>();
  // Scan once: thousands may be deleted at a time.
  const keysByRecord = (part: string) => {
    const byRecord = new Map<unknown, string[]>();
    forEachCell(entities[part], (key, { value }) => {
      getOrCreate(byRecord, (value as EntityRow)[WHOLE], (): string[] => []).push(key);
    });
    return byRecord;
  };
  return (kind, pk) =>
    [...(partKinds.get(kind) ?? [])]
      .filter(part => entities[part] !== undefined)
      .map(part => [part, getOrCreate(byPart, part, keysByRecord).get(pk) ?? []]);
};
