import { followed } from '../../read/followed.js';
import type { Operation } from '../../read/Operation.js';
import type { ObjectShape } from '../../read/Shape.js';
import type { ShapeReader } from '../../read/shapeOf.js';
import { areForms } from '../forms.js';
import type { EntityKind, Kinds } from '../Kinds.js';
import { isKeyLike, isReserved } from '../keys.js';
import { endsWithParameter } from '../paths.js';
import { listIn, recordIn } from '../responses.js';
import { nameOfSchema, ownName, stemmed } from '../schemaNames.js';
import { isEnvelope, singular, wordsOf } from '../words.js';
import { type InlineObject, isNameless, ROLES } from './inlineObjects.js';
import { collectionOf, nounOfTitle, withoutExtension } from './nouns.js';

/** One kind of record, some or all forms of which have no name in the description. */
export interface InlineRecord {
  /** What it is called, by paths, fields or titles. */
  readonly nouns: Set<string>;
  /** The paths of its lists. */
  readonly collections: Set<string>;
  /** None if it can only be a record with `--key`. */
  readonly key: EntityKind['key'] | undefined;
  /** The record with a name that they are forms of. */
  readonly entity: EntityKind | undefined;
  /** The shapes of its forms with a name. */
  readonly named: readonly ObjectShape[];
  /** The forms without one, by place. */
  readonly forms: Map<string, InlineForm>;
}

export interface InlineForm extends Pick<InlineObject, 'raw' | 'object'> {
  readonly operations: Operation[];
  /** Whether a response is it, or a list of it. */
  readonly isAsked: boolean;
}

/** Gathers inline objects that are forms of one record. */
export function gatherInline(
  objects: readonly InlineObject[],
  operations: readonly Operation[],
  kinds: Kinds,
  shapes: ShapeReader,
): InlineRecord[] {
  const records = namedRecords(operations, kinds, shapes);
  const paths = new Set(operations.map(({ path }) => path));
  for (const each of inOrder(objects)) {
    const record = recordOf(each) ?? (isRecordItself(each) ? newRecord(each) : undefined);
    if (record !== undefined) addTo(record, each);
  }
  return records;

  function recordOf(each: InlineObject): InlineRecord | undefined {
    const known = records.find(({ forms }) => forms.has(each.place));
    if (known !== undefined) return known;
    const isThere = ({ collections }: InlineRecord) => collections.has(each.collection ?? '');
    if (each.key === undefined) {
      const keyless = records.find(record => record.key === undefined && isThere(record));
      if (keyless !== undefined) return keyless;
    }
    const fitting = records.filter(record => fits(each.object, record, shapes));
    return (
      fitting.find(isThere) ??
      fitting.find(record => isEqual(each.key, record.key) && isCalledAs(each, record)) ??
      sameFields(each, fitting) ??
      fitting.find(record => isResultOfAction(each, record))
    );
  }

  /** Whether an object is a record for itself, not only as a form of another. */
  function isRecordItself({ role, key, object, raw, operation, collection, noun }: InlineObject): boolean {
    if (noun === '') return false;
    if (key === undefined) return role === 'fetched' || (role === 'listed' && operation.method === 'GET');
    if (key.some(path => isReserved(path[0] ?? '') || path.some(name => name.includes('.')))) return false;
    const isNatural = role === 'fetched' && key.every(([first]) => !isId(first));
    if (!isNatural && !hasKey(object, key, shapes, raw.required === undefined)) return false;
    if (role === 'created')
      return [...paths].some(path => path !== operation.path && collectionOf(path) === collection);
    const isSure = hasKey(object, key, shapes, false);
    if (role === 'listed') return operation.method === 'GET' && (collection !== undefined || isSure);
    return role === 'fetched' || role === 'changed' || (role === 'single' && isSure);
  }

  function newRecord({ key }: InlineObject): InlineRecord {
    const record: InlineRecord = {
      nouns: new Set(),
      collections: new Set(),
      key,
      entity: undefined,
      named: [],
      forms: new Map(),
    };
    records.push(record);
    return record;
  }
}

function addTo({ nouns, collections, forms }: InlineRecord, each: InlineObject): void {
  const { place, raw, object, role, noun, collection, operation } = each;
  const before = forms.get(place);
  forms.set(place, {
    raw,
    object,
    operations: [...(before?.operations ?? []), operation],
    isAsked: (before?.isAsked ?? false) || (role !== 'removed' && collection !== undefined),
  });
  if (forms.size > 1 || collections.size > 0) {
    // Others are found by the path at which it is fetched or listed, not by that of an action.
    if (role !== 'fetched' && role !== 'listed') return;
  }
  if (collection !== undefined) collections.add(collection);
  nouns.add(noun);
}

/** The records that have a name in the description. */
function namedRecords(operations: readonly Operation[], kinds: Kinds, shapes: ShapeReader): InlineRecord[] {
  return kinds.entities
    .filter(({ forms }) => !forms.some(isNameless))
    .map(entity => {
      const own = operations.filter(({ method, response: { shape } }) => {
        const isOwn = (recordIn(shape, kinds) ?? listIn(shape, kinds))?.entity === entity;
        return method === 'GET' && isOwn;
      });
      return {
        nouns: new Set([
          singular(wordsOf(entity.name)).join(' '),
          ...entity.forms.map(form => stemmed(ownName(form)).stem),
        ]),
        collections: new Set(own.map(({ path }) => collectionOf(path))),
        key: entity.key,
        entity,
        named: entity.forms.flatMap(form => {
          const { shape } = followed(shapes, { kind: 'ref', to: form });
          return shape.kind === 'object' ? [shape] : [];
        }),
        forms: new Map(),
      };
    });
}

/** First what says most: what is fetched and listed, at the shortest paths. */
function inOrder(objects: readonly InlineObject[]): InlineObject[] {
  const depth = ({ collection }: InlineObject) => (collection === undefined ? 9 : parametersIn(collection));
  return [...objects].sort((a, b) => depth(a) - depth(b) || ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
}

const parametersIn = (collection: string) => collection.split('{}').length - 1;

/** Whether an object has the key of a record, and most fields of one of them are in the other. */
export function fits(object: ObjectShape, record: InlineRecord, shapes: ShapeReader): boolean {
  const objects = objectsOf(record);
  const { key } = record;
  if (key === undefined) return false;
  const [first] = objects;
  if (first === undefined || !hasKey(object, key, shapes, true)) return false;
  return kindsOfKey(object, key, shapes) === kindsOfKey(first, key, shapes) && areForms([...objects, object]);
}

const objectsOf = ({ named, forms }: InlineRecord) => [
  ...named,
  ...[...forms.values()].map(({ object }) => object),
];

/** Whether an object has the fields of a key, none of which may be `null`. */
export function hasKey(
  object: ObjectShape,
  key: EntityKind['key'],
  shapes: ShapeReader,
  mayLack: boolean,
): boolean {
  return key.every(path => {
    const field = object.fields.find(({ name }) => name === path[0]);
    if (field === undefined || (!field.isRequired && !mayLack)) return false;
    return path.length > 1 || (isKeyLike(field.shape, shapes) && !followed(shapes, field.shape).isNullable);
  });
}

function kindsOfKey(object: ObjectShape, key: EntityKind['key'], shapes: ShapeReader): string {
  return key
    .map(path => {
      const field = object.fields.find(({ name }) => name === path[0]);
      return field && followed(shapes, field.shape).shape.kind;
    })
    .join();
}

function isId(name = ''): boolean {
  return /^(_?id|uuid|uid|guid|gid)$/i.test(name);
}

/**
 * Whether an object has the name of a record. Lists below different records, as `/orders/{id}/items` and
 * `/carts/{id}/items`, hold the same records only if their objects are equal.
 */
function isCalledAs({ noun, raw, object, collection }: InlineObject, record: InlineRecord): boolean {
  const title = titleNoun(raw.title);
  if (title !== undefined && [...record.forms.values()].some(form => titleNoun(form.raw.title) === title))
    return true;
  if (!record.nouns.has(noun)) return false;
  const isTop = (path: string) => parametersIn(path) === 0;
  if (record.entity !== undefined) return hasMostOf(object, record.entity);
  if (collection !== undefined && isTop(collection)) return true;
  if (collection === undefined || [...record.collections].some(isTop)) return true;
  return object.fields.length > 2 && [...record.forms.values()].some(form => isEqual(form.raw, raw));
}

/** Whether an object has so many of the fields that a record requires that most of them stay required. */
function hasMostOf({ fields }: ObjectShape, entity: EntityKind): boolean {
  const required = entity.fields.filter(({ isRequired }) => isRequired);
  const own = new Set(fields.map(({ name }) => name));
  return required.filter(({ name }) => own.has(name)).length >= MOST_FIELDS * required.length;
}

/** The share of a record's fields that an object elsewhere has to have. */
const MOST_FIELDS = 0.5;

export const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What a title says that an object is; `undefined` if it says nothing in particular. */
export function titleNoun(title: string | undefined): string | undefined {
  const noun = singular(wordsOf(nounOfTitle(stemmed(title ?? '').stem)));
  const isUsual = noun.every(word => isEnvelope(word) || USUAL_TITLES.has(word));
  return noun.length > MAX_TITLE || isUsual ? undefined : noun.join(' ');
}

/** The most words in a title that is a name. */
const MAX_TITLE = 3;
const USUAL_TITLES: ReadonlySet<string> = new Set(
  'response result item object body schema success ok record row entry default'.split(' '),
);

/** The only record with the same fields: for what has no path of its own, such as `/me`. */
function sameFields(
  { role, object }: InlineObject,
  records: readonly InlineRecord[],
): InlineRecord | undefined {
  if (role === 'fetched' || role === 'listed' || object.fields.length < MIN_SAME) return undefined;
  const found = records.filter(record =>
    objectsOf(record).some(
      other =>
        other.fields.length === object.fields.length && sharedFields(object, other) === other.fields.length,
    ),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** The fewest fields by which an object is recognized. */
const MIN_SAME = 4;

/** Whether an object is what an action on a record responds with: `/posts/{id}/publish`, `/pets/popular`. */
function isResultOfAction(each: InlineObject, record: InlineRecord): boolean {
  const { object, operation, collection, key } = each;
  if (
    collection === undefined ||
    endsWithParameter(withoutExtension(operation.path)) ||
    !isEqual(key, record.key)
  )
    return false;
  const isBelow = [...record.collections].some(base => {
    const last = collection.startsWith(`${base}/`) ? collection.slice(base.length) : '';
    if (operation.method !== 'GET') return /^(\/\{\})*\/[^/{}]+$/.test(last);
    const words = wordsOf(last);
    return /^\/[^/{}]+$/.test(last) && singular(words).join() === words.join();
  });
  const isPart = (other: ObjectShape) => sharedFields(object, other) === object.fields.length;
  return isBelow && object.fields.length >= MIN_PART && objectsOf(record).some(isPart);
}

/** The fewest fields by which a part of a record is recognized. */
const MIN_PART = 3;

function sharedFields(one: ObjectShape, other: ObjectShape): number {
  const kinds = new Map(other.fields.map(({ name, shape }) => [name, shape.kind]));
  return one.fields.filter(({ name, shape }) => kinds.get(name) === shape.kind).length;
}

/** The name that a record gets if it is free. */
export function wantedName({ nouns, forms }: InlineRecord): string {
  const all = [...forms.values()];
  const said = all.map(({ raw }) => raw['x-rdc-name']).find(name => name !== undefined);
  if (said !== undefined) return said;
  const titles = new Set(all.flatMap(({ raw }) => titleNoun(raw.title) ?? []));
  const [title, ...others] = titles;
  const [noun = ''] = nouns;
  return nameOfSchema(title !== undefined && others.length === 0 ? title : noun);
}
