import { OpenapiError } from '../OpenapiError.js';
import { namesIn } from '../read/jsonPointer.js';
import type { Operation } from '../read/Operation.js';
import type { ArrayShape, Field, ObjectShape, Shape } from '../read/Shape.js';
import { mergeShapes, unionOf, withoutNull } from '../read/Shape.js';
import type { ShapeReader } from '../read/shapeOf.js';
import { endsWithParameter } from './paths.js';
import { isEnvelope, isSameName, TAKEN_TYPES, typeName, wordsOf } from './words.js';

/** What the command line can say about kinds. */
export interface KindOptions {
  /** Names of schemas by the name that they have in the description; those with one name are one kind of record. */
  readonly names: Readonly<Record<string, string>>;
  /** The fields that are the key of a record, by name of its schema or kind; none for what is no record. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

/** One kind of record, with the schemas that are forms of it. */
export interface EntityKind {
  readonly name: string;
  /** The places of its schemas. */
  readonly forms: readonly string[];
  readonly fields: readonly Field[];
  /** Paths of the fields that are its key, such as `['metadata', 'name']`. */
  readonly key: readonly (readonly string[])[];
  readonly description: string | undefined;
}

/** What the schemas with names of a description stand for. */
export interface Kinds {
  readonly entities: readonly EntityKind[];
  /** The entity that a schema is a form of. */
  readonly entityAt: (pointer: string) => EntityKind | undefined;
  /** The place where a schema really is, past those that only stand for another. */
  readonly canonical: (pointer: string) => string;
  /** The name of the type of a schema that is no entity. */
  readonly typeNameAt: (pointer: string) => string;
  /** A name for another type: the one that is wanted, or one like it that is free. */
  readonly claim: (...wanted: readonly [string, ...string[]]) => string;
  readonly shapeAt: (pointer: string) => Shape;
  /** What a shape is, past references to what is no entity; `isNullable` gathers what it passed. */
  readonly resolve: (shape: Shape) => Resolved;
}

export interface Resolved {
  readonly shape: Shape;
  readonly isNullable: boolean;
  readonly entity: EntityKind | undefined;
}

/** Words that tell forms of one record apart, and not what the record is. */
const FORM_WORDS: ReadonlySet<string> = new Set(
  'nullable simple full minimal public private basic base detailed details detail summary short compact brief partial lite mini deleted expanded extended read out dto response'.split(
    ' ',
  ),
);

/** The same at the end of a name, several words long. */
const FORM_ENDINGS: readonly string[] = [' search result item', ' search result'];

/** How much of the smaller of two forms has to be in the larger. */
const SHARED_FIELDS = 0.6;

/** Names that an entity has already, which no field can have. */
export const RESERVED_FIELDS: ReadonlySet<string> = new Set(['pk', 'constructor']);

/** Finds out which schemas are records, which are forms of the same one, and what all are called. */
export function findKinds(
  operations: readonly Operation[],
  shapes: ShapeReader,
  options: KindOptions,
): Kinds {
  const canonicals = new Map<string, string>();
  const canonical = (pointer: string): string => {
    const known = canonicals.get(pointer);
    if (known !== undefined) return known;
    canonicals.set(pointer, pointer);
    const shape = shapes.follow(pointer);
    const found = shape.kind === 'ref' ? canonical(shape.to) : pointer;
    canonicals.set(pointer, found);
    return found;
  };
  const shapeAt = (pointer: string) => shapes.follow(canonical(pointer));

  const roots = operations.flatMap(({ response }) => (response.shape === undefined ? [] : [response.shape]));
  const inResponses = reachable(roots, shapeAt, canonical);
  const asked = askedFor(operations, shapeAt, canonical);

  const found: Found[] = [];
  for (const pointer of inResponses) {
    const object = withoutNull(shapeAt(pointer)).shape;
    if (object.kind !== 'object') continue;
    const key = keyOf(pointer, object, asked.get(pointer) ?? [], shapes, options);
    checkKey(pointer, key);
    if (key !== undefined) found.push({ pointer, object, key, isAsked: asked.has(pointer) });
  }
  checkOptions(options, inResponses);

  const extended = extendedIn(
    [...roots, ...[...inResponses].flatMap(each => partsOf(shapeAt(each)))],
    canonical,
  );
  const tags = tagsIn([...roots, ...[...inResponses].map(shapeAt)], canonical);
  const entities = gatherForms(found, extended, inResponses, shapes, options).map(entity =>
    tagged(entity, tags),
  );
  const byPointer = new Map(entities.flatMap(entity => entity.forms.map(form => [form, entity] as const)));
  const entityAt = (pointer: string) => byPointer.get(canonical(pointer));
  // An object without a name that has just the fields of a record is that record.
  const bySignature = new Map<string, EntityKind | undefined>();
  for (const { pointer, object } of found) {
    const entity = byPointer.get(pointer);
    const signature = signatureOf(object);
    if (entity === undefined || object.fields.length < MIN_SIGNATURE) continue;
    // Two kinds with the same fields: it could be either.
    bySignature.set(
      signature,
      bySignature.has(signature) && bySignature.get(signature) !== entity ? undefined : entity,
    );
  }
  const typeNames = new Map<string, string>();
  const taken = new Set([...TAKEN_TYPES, ...entities.map(({ name }) => name)]);

  function typeNameAt(pointer: string): string {
    const place = canonical(pointer);
    const known = typeNames.get(place);
    if (known !== undefined) return known;
    const name = freeName(place, shapes, options, taken, 'Type');
    taken.add(name);
    typeNames.set(place, name);
    return name;
  }
  // In the order of the description, so that a name does not depend on who asks first.
  const inBodies = operations.flatMap(({ body, query }) => [
    ...(body ? [body.shape] : []),
    ...query.map(q => q.shape),
  ]);
  for (const pointer of reachable([...roots, ...inBodies], shapeAt, canonical)) {
    if (entityAt(pointer) === undefined) typeNameAt(pointer);
  }

  function claim(...wanted: readonly [string, ...string[]]): string {
    let name = wanted.find(each => !taken.has(each)) ?? wanted[0];
    for (let i = 2; taken.has(name); i++) name = `${wanted[0]}${i}`;
    taken.add(name);
    return name;
  }

  function namelessEntity(object: ObjectShape, isNamed: boolean): EntityKind | undefined {
    const [base, ...others] = new Set(isNamed ? [] : object.extends?.map(entityAt));
    const entity = base !== undefined && others.length === 0 ? base : bySignature.get(signatureOf(object));
    return entity !== undefined && hasKeyOf(object, entity) ? entity : undefined;
  }

  function resolve(shape: Shape, isNamed = false): Resolved {
    const { shape: inner, isNullable } = withoutNull(shape);
    if (inner.kind === 'object') return { shape: inner, isNullable, entity: namelessEntity(inner, isNamed) };
    if (inner.kind !== 'ref') return { shape: inner, isNullable, entity: undefined };
    const entity = entityAt(inner.to);
    const target = shapeAt(inner.to);
    if (entity !== undefined) {
      return { shape: inner, isNullable: isNullable || withoutNull(target).isNullable, entity };
    }
    const next = resolve(target, true);
    return { ...next, isNullable: isNullable || next.isNullable };
  }

  return { entities, entityAt, canonical, typeNameAt, claim, shapeAt, resolve };
}

/** How many fields an object has at least to be known by them. */
const MIN_SIGNATURE = 4;

function signatureOf({ fields }: ObjectShape): string {
  return fields
    .map(({ name }) => name)
    .sort()
    .join();
}

/** Whether an object has the fields that are a record's key for sure. */
export function hasKeyOf({ fields }: ObjectShape, { key }: EntityKind): boolean {
  return key.every(([first]) => fields.some(({ name, isRequired }) => name === first && isRequired));
}

interface Found {
  readonly pointer: string;
  readonly object: ObjectShape;
  readonly key: readonly (readonly string[])[];
  /** Whether it is requested itself, and not only part of something else. */
  readonly isAsked: boolean;
}

/** All named schemas that shapes lead to, in the order in which they are met. */
export function reachable(
  roots: readonly Shape[],
  shapeAt: (pointer: string) => Shape,
  canonical: (pointer: string) => string,
): Set<string> {
  const found = new Set<string>();
  const queue = [...roots];
  for (let shape = queue.pop(); shape !== undefined; shape = queue.pop()) {
    if (shape.kind === 'ref') {
      const pointer = canonical(shape.to);
      if (found.has(pointer)) continue;
      found.add(pointer);
      queue.push(shapeAt(pointer));
    } else queue.push(...partsOf(shape));
  }
  return new Set([...found].sort());
}

/** The shapes that a shape is made of. */
export function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'array':
      return [(shape as ArrayShape).item];
    case 'map':
      return [shape.value];
    case 'object':
      return shape.fields.map(field => field.shape);
    case 'union':
    case 'intersection':
      return shape.members;
    default:
      return [];
  }
}

/**
 * The objects without a name that lay one named schema together with further fields, by the place of that schema: a
 * response with the record and more.
 */
function extendedIn(
  roots: readonly Shape[],
  canonical: (pointer: string) => string,
): Map<string, readonly ObjectShape[]> {
  const extended = new Map<string, readonly ObjectShape[]>();
  const visit = (shape: Shape): void => {
    const [base, ...others] = shape.kind === 'object' ? (shape.extends ?? []) : [];
    if (shape.kind === 'object' && base !== undefined && others.length === 0) {
      const place = canonical(base);
      extended.set(place, [...(extended.get(place) ?? []), shape]);
    }
    partsOf(shape).forEach(visit);
  };
  roots.forEach(visit);
  return extended;
}

/** The values by which unions tell schemas: by the place of a schema and the name of the field. */
type Tags = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

function tagsIn(roots: readonly Shape[], canonical: (pointer: string) => string): Tags {
  const tags = new Map<string, Map<string, Set<string>>>();
  const visit = (shape: Shape): void => {
    const { field, mapping } = (shape.kind === 'union' ? shape.discriminator : undefined) ?? { field: '' };
    for (const [value, to] of Object.entries(mapping ?? {})) {
      const place = canonical(to);
      const fields = tags.get(place) ?? new Map<string, Set<string>>();
      tags.set(place, fields.set(field, (fields.get(field) ?? new Set()).add(value)));
    }
    partsOf(shape).forEach(visit);
  };
  roots.forEach(visit);
  return tags;
}

/** A record whose field has the values by which unions tell it, so that the field tells TypeScript as well. */
function tagged(entity: EntityKind, tags: Tags): EntityKind {
  const valuesOf = (field: string) => entity.forms.map(form => tags.get(form)?.get(field));
  const fields = entity.fields.map(field => {
    const values = valuesOf(field.name);
    const isText = field.isRequired && field.shape.kind === 'string';
    if (!isText || !values.every(each => each !== undefined)) return field;
    const literals = values.flatMap(each => [...each].map(value => ({ kind: 'literal' as const, value })));
    return { ...field, shape: unionOf(literals) };
  });
  return { ...entity, fields };
}

/** Which schemas are responses of their own, alone or in a list, and to which requests. */
function askedFor(
  operations: readonly Operation[],
  shapeAt: (pointer: string) => Shape,
  canonical: (pointer: string) => string,
): Map<string, Operation[]> {
  const asked = new Map<string, Operation[]>();
  const note = (shape: Shape, operation: Operation, depth: number): void => {
    const { shape: inner } = withoutNull(shape);
    if (inner.kind === 'array') note(inner.item, operation, depth);
    else if (inner.kind === 'ref') {
      const pointer = canonical(inner.to);
      asked.set(pointer, [...(asked.get(pointer) ?? []), operation]);
      if (depth > 0) note(shapeAt(pointer), operation, depth - 1);
    } else if (inner.kind === 'object') {
      const isWrapper = inner.fields.every(({ name }) => name !== 'id');
      for (const { name, shape: held } of inner.fields) {
        if (depth > 0 && withoutNull(held).shape.kind === 'array') note(held, operation, depth - 1);
        else if (isWrapper && depth > -1 && isEnvelope(name)) note(held, operation, depth - 1);
      }
    } else if (inner.kind === 'union') for (const member of inner.members) note(member, operation, depth);
  };
  for (const operation of operations) {
    const { shape } = operation.response;
    if (shape !== undefined) note(shape, operation, 1);
  }
  return asked;
}

/** The name that a schema has in the description. */
export function ownName(pointer: string): string {
  const names = namesIn(pointer);
  const last = names.findLast(
    name => !/^\d+$|^(schema|items|properties|content|allOf|oneOf|anyOf)$/.test(name),
  );
  return last ?? 'value';
}

/**
 * The key of a record.
 *
 * 1. What `--key` or `x-rdc-key` says.
 * 2. A field `id`, or the name of the record with `id`: `petId`, `pet_id`. Where it may be missing, only of what is
 *    requested itself.
 * 3. Of what is requested itself, a field `uuid`, `uid`, `guid` or `_id`.
 * 4. The parameters of the path under which one such record is fetched, if it has a field for each of them, itself or
 *    all in one object within it.
 */
function keyOf(
  pointer: string,
  object: ObjectShape,
  asked: readonly Operation[],
  shapes: ShapeReader,
  { keys }: KindOptions,
): readonly (readonly string[])[] | undefined {
  const name = ownName(pointer);
  const raw = shapes.rawAt(pointer);
  const said = keys[name] ?? raw['x-rdc-key'];
  if (said !== undefined) {
    const paths = (typeof said === 'string' ? [said] : said).map(path => path.split('.'));
    for (const path of paths) {
      if (path[0] !== undefined && object.fields.some(field => field.name === path[0])) continue;
      throw new OpenapiError(
        'usage',
        `The key of "${name}" has to be "${path.join('.')}", which is no field of it (${pointer}).`,
        `Its fields: ${object.fields.map(field => field.name).join(', ')}.`,
      );
    }
    return paths.length > 0 ? paths : undefined;
  }
  // What refers to a record is not the record.
  if (/^(ref|reference)$/.test(wordsOf(name).at(-1) ?? '')) return undefined;
  const usual = asked.length > 0 ? ['id', 'uuid', 'uid', 'guid', '_id'] : ['id'];
  const own = object.fields.find(field => isSameName(field.name, `${name} id`))?.name;
  for (const candidate of [...usual, ...(own === undefined ? [] : [own])]) {
    const field = object.fields.find(each => each.name === candidate);
    if (field === undefined || !isKeyLike(field.shape)) continue;
    if (field.isRequired || asked.length > 0) return [[candidate]];
  }
  return naturalKey(object, asked, name);
}

/** @throws {OpenapiError} when a field of a key is one that an entity cannot have */
function checkKey(pointer: string, key: EntityKind['key'] = []): void {
  const reserved = key.find(([field = '']) => RESERVED_FIELDS.has(field))?.[0];
  if (reserved === undefined) return;
  const name = ownName(pointer);
  throw new OpenapiError(
    'name-taken',
    `The key of "${name}" is its field "${reserved}" (${pointer}), but "${reserved}" is a method of every entity.`,
    `Give other fields that are its key, --key ${name}=<fields>, or make it a plain type: --key ${name}=`,
  );
}

function isKeyLike(shape: Shape): boolean {
  return shape.kind === 'string' || shape.kind === 'number' || isBothKeys(shape);
}

function isBothKeys(shape: Shape): boolean {
  return shape.kind === 'union' && shape.members.every(({ kind }) => kind === 'string' || kind === 'number');
}

function naturalKey(object: ObjectShape, asked: readonly Operation[], name: string) {
  for (const { method, path, pathParameters } of asked) {
    if (method !== 'GET' || !endsWithParameter(path)) continue;
    const names = pathParameters.map(parameter => parameter.name);
    const own = names.map(each => fieldFor(each, object, name));
    if (own.every(field => field !== undefined)) return own.map(field => [field]);
    for (const holder of object.fields) {
      if (holder.shape.kind === 'ref' || holder.shape.kind === 'object') {
        const nested = NESTED_KEYS.get(holder.name);
        if (nested !== undefined && names.every(each => nested.includes(each))) {
          return names.map(each => [holder.name, each]);
        }
      }
    }
  }
  return undefined;
}

/** Objects within records that are known to say which record it is, as those of Kubernetes do. */
const NESTED_KEYS = new Map([['metadata', ['namespace', 'name']]]);

function fieldFor(parameter: string, object: ObjectShape, name: string): string | undefined {
  return object.fields.find(
    field =>
      isKeyLike(field.shape) &&
      (isSameName(field.name, parameter) || isSameName(`${name} ${field.name}`, parameter)),
  )?.name;
}

/** Puts together the schemas that are forms of one record: the same name but for words such as "simple", the same key. */
function gatherForms(
  found: readonly Found[],
  extended: ReadonlyMap<string, readonly ObjectShape[]>,
  known: ReadonlySet<string>,
  shapes: ShapeReader,
  options: KindOptions,
): EntityKind[] {
  const groups = new Map<string, Found[]>();
  const ownNames = new Set(found.map(({ pointer }) => stemmed(ownName(pointer)).own));
  const stems = found.map(({ pointer }) => stemmed(ownName(pointer)));
  for (const [i, each] of found.entries()) {
    const given = options.names[ownName(each.pointer)] ?? shapes.rawAt(each.pointer)['x-rdc-name'];
    const { stem = '', own = '' } = stems[i] ?? {};
    // A stem counts if something else has it, as a name or as a stem.
    const isShared =
      stem !== own && (ownNames.has(stem) || stems.filter(other => other.stem === stem).length > 1);
    const plain = ownName(each.pointer).replace(/^nullable[-_.]?(?=.)/i, '');
    // The group of a dotted name (`io.k8s.api.core.v1.Pod`) is part of what tells records apart.
    const place = `${isShared ? stem : stemmed(plain).own} ${JSON.stringify(each.key)} ${kindOfKey(each)}`;
    const id = given ?? `${nameOfSchema(isShared ? stem : plain)} ${place}`;
    groups.set(id, [...(groups.get(id) ?? []), each]);
  }
  for (const [id, forms] of [...groups]) {
    if (!id.includes(' ')) continue;
    const richest = richestFirst(forms)[0];
    const strangers = forms.filter(each => richest !== undefined && !isFormOf(each, richest));
    groups.set(
      id,
      forms.filter(each => !strangers.includes(each)),
    );
    for (const each of strangers)
      groups.set(`${nameOfSchema(ownName(each.pointer))} ${each.pointer}`, [each]);
  }
  const taken = new Set<string>(TAKEN_TYPES);
  const entities: EntityKind[] = [];
  // The largest group of a name gets it.
  const ordered = [...groups.entries()].sort(([, a], [, b]) => b.length - a.length);
  for (const [id, forms] of ordered) {
    const wanted = id.split(' ')[0] ?? '';
    const [first] = richestFirst(forms);
    if (first === undefined) continue;
    const own = new Set(forms.map(({ pointer }) => pointer));
    // What is called so is something else: forms of a record do not take its name.
    const isElsewhere = [...known].some(each => !own.has(each) && nameOfSchema(ownName(each)) === wanted);
    const isGiven =
      !id.includes(' ') || own.has([...known].find(each => nameOfSchema(ownName(each)) === wanted) ?? '');
    const name =
      taken.has(wanted) || (isElsewhere && !isGiven)
        ? freeName(first.pointer, shapes, options, taken, 'Record')
        : wanted;
    taken.add(name);
    const whole = forms.find(({ pointer }) => nameOfSchema(ownName(pointer)) === name) ?? first;
    entities.push({
      name,
      forms: forms.map(({ pointer }) => pointer),
      fields: mergeFields([
        ...forms,
        ...forms.flatMap(form =>
          (extended.get(form.pointer) ?? []).map(object => ({ ...form, object, isAsked: false })),
        ),
      ]),
      key: whole.key,
      description: shapes.rawAt(whole.pointer).description ?? titleOf(shapes, whole.pointer, name),
    });
  }
  return entities.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function titleOf(shapes: ShapeReader, pointer: string, name: string): string | undefined {
  const { title } = shapes.rawAt(pointer);
  return title === undefined || isSameName(title, name) ? undefined : title;
}

function kindOfKey({ object, key }: Found): string {
  return key.map(path => object.fields.find(field => field.name === path[0])?.shape.kind).join();
}

/** A name in small words, as it is and without the words that tell forms of a record apart; a dotted name keeps its dots. */
function stemmed(name: string): { readonly own: string; readonly stem: string } {
  const [prefix, last] = dotted(name);
  const own = wordsOf(last);
  let words = own;
  const joint = words.indexOf('with');
  if (joint > 0) words = words.slice(0, joint);
  const ending = FORM_ENDINGS.find(each => words.join(' ').endsWith(each));
  if (ending !== undefined) words = wordsOf(words.join(' ').slice(0, -ending.length));
  const isForm = (word: string | undefined) => word !== undefined && FORM_WORDS.has(word);
  while (words.length > 1 && isForm(words[0])) words = words.slice(1);
  while (words.length > 1 && isForm(words.at(-1))) words = words.slice(0, -1);
  return { own: prefix + own.join(' '), stem: prefix + words.join(' ') };
}

/** `io.k8s.api.core.v1.Pod` in two: what stands before the last dot, with it, and the name. `issuing.card` is one name. */
function dotted(name: string): [prefix: string, last: string] {
  const isDotted = /^[\w-]+(\.[\w -]+){2,}$/.test(name);
  const at = isDotted ? name.lastIndexOf('.') + 1 : 0;
  return [name.slice(0, at), name.slice(at)];
}

function richestFirst(forms: readonly Found[]): Found[] {
  return [...forms].sort((a, b) => b.object.fields.length - a.object.fields.length);
}

/** Whether two schemas have so many fields in common that they speak of one thing. */
function isFormOf(smaller: Found, larger: Found): boolean {
  if (isTombstone(smaller)) return true;
  const names = new Set(larger.object.fields.map(field => field.name));
  const shared = smaller.object.fields.filter(field => names.has(field.name)).length;
  return shared >= SHARED_FIELDS * smaller.object.fields.length;
}

/** What is left of a record that was deleted: `{ id, deleted: true }`. */
function isTombstone({ pointer }: Found): boolean {
  return wordsOf(ownName(pointer)).includes('deleted');
}

/**
 * The fields of all forms: what not all have that are requested may be missing. Where one of them is only part of
 * something else, and has less, the record has been requested or will be.
 */
function mergeFields(forms: readonly Found[]): Field[] {
  const merged = new Map<string, Field>();
  // A tombstone is not what the others have to have the fields of.
  const living = forms.filter(form => !isTombstone(form));
  const asked = living.filter(form => form.isAsked);
  const counted = [asked, living, forms].find(some => some.length > 0) ?? forms;
  for (const { object } of richestFirst(forms)) {
    for (const field of object.fields) {
      const before = merged.get(field.name);
      const inAll = counted.every(form =>
        form.object.fields.some(each => each.name === field.name && each.isRequired),
      );
      merged.set(field.name, {
        ...field,
        ...(before && { description: before.description ?? field.description }),
        shape: before === undefined ? field.shape : mergeShapes(before.shape, field.shape),
        isRequired: inAll,
        isReadOnly: field.isReadOnly && (before?.isReadOnly ?? true),
      });
    }
  }
  return [...merged.values()];
}

/** The name of a type for a schema: of a dotted name its last part. */
function nameOfSchema(name: string): string {
  return typeName(wordsOf(dotted(name)[1]));
}

function freeName(
  pointer: string,
  shapes: ShapeReader,
  options: KindOptions,
  taken: ReadonlySet<string>,
  ending: 'Record' | 'Type',
): string {
  const own = ownName(pointer);
  const given = options.names[own] ?? shapes.rawAt(pointer)['x-rdc-name'];
  if (given !== undefined && !taken.has(given)) return given;
  const parts = own.split('.');
  for (let from = parts.length - 1; from >= 0; from--) {
    const name = typeName(wordsOf(parts.slice(from).join(' ')));
    if (!taken.has(name)) return name;
  }
  const base = typeName(wordsOf(own));
  // What JavaScript or the library calls so: `PromiseRecord` says more than `Promise2`.
  if (TAKEN_TYPES.has(base) && !taken.has(`${base}${ending}`)) return `${base}${ending}`;
  for (let i = 2; ; i++) if (!taken.has(`${base}${i}`)) return `${base}${i}`;
}

function checkOptions({ names, keys }: KindOptions, known: ReadonlySet<string>): void {
  const all = new Set([...known].map(ownName));
  for (const [option, given] of Object.entries({ '--name': names, '--key': keys })) {
    for (const name of Object.keys(given)) {
      if (all.has(name)) continue;
      const near = [...all].filter(each => isSameName(each, name) || each.includes(name)).slice(0, 5);
      throw new OpenapiError(
        'usage',
        `${option} speaks of "${name}", which is no schema that a response holds.`,
        near.length > 0
          ? `Did you mean ${near.join(', ')}?`
          : 'Give a name as it stands in #/components/schemas.',
      );
    }
  }
}
