import type { Description, RawSchema } from '../../read/Description.js';
import { namesIn, pointerTo } from '../../read/jsonPointer.js';
import type { Operation } from '../../read/Operation.js';
import { type Field, type ObjectShape, withoutNull } from '../../read/Shape.js';
import type { ShapeReader } from '../../read/shapeOf.js';
import type { EntityKind } from '../Kinds.js';
import { impliedKey } from '../keys.js';
import { endsWithParameter } from '../paths.js';
import { isNoticeField, isUsualList } from '../responses.js';
import { ownName } from '../schemaNames.js';
import { isEnvelope, isSameName, typeName } from '../words.js';
import { collectionOf, nounOf, nounOfList, nounOfOperation, withoutExtension } from './nouns.js';

/** How an operation responds with an object, in the order of what that says about it. */
export const ROLES = ['fetched', 'listed', 'changed', 'single', 'created', 'removed'] as const;

/** An object without a name in the description, at a place of a response where records are. */
export interface InlineObject {
  readonly place: string;
  readonly raw: RawSchema;
  readonly object: ObjectShape;
  readonly operation: Operation;
  readonly role: (typeof ROLES)[number];
  /** What it is called, by the path or by the field that holds it: words in lower case. */
  readonly noun: string;
  /** The path of the list of such objects, without the names of parameters; `undefined` if a field says what it is. */
  readonly collection: string | undefined;
  readonly key: EntityKind['key'] | undefined;
}

/** Where to look, and what is known already. */
interface Source {
  readonly description: Description;
  readonly shapes: ShapeReader;
  /** Whether a shape is a record with a name in the description. */
  readonly isRecord: (object: ObjectShape, place: string) => boolean;
}

/** The inline objects in a response: itself, the items of a list, and those in a wrapper. */
export function inlineObjectsIn(operation: Operation, source: Source): InlineObject[] {
  const { at } = operation.response;
  const { description, shapes } = source;
  const seen = new Set<string>();
  return at === undefined ? [] : visit(at, { isListed: false, depth: 1, field: undefined });

  /** @param depth how many lists may still be entered */
  function visit(given: string, held: Held): InlineObject[] {
    const { value: raw, at } = description.resolve<RawSchema>({ $ref: given }, given);
    // References write one place in several ways: `{id}`, `%7Bid%7D`.
    const place = pointerTo('#', ...namesIn(at));
    if (seen.has(place)) return [];
    seen.add(place);
    const only = soleChoice(raw, place);
    if (only !== undefined) return visit(only, held);
    const { shape } = withoutNull(shapes.read(raw, place));
    if (shape.kind === 'array' && typeof raw.items === 'object')
      return visit(pointerTo(place, 'items'), { ...held, isListed: true });
    if (shape.kind !== 'object' || source.isRecord(shape, place)) return [];
    const isInline = at === given || isNameless(place);
    const found = isInline ? inlineObject(place, raw, shape, held) : undefined;
    if (found !== undefined && (isNotice(found) || isEnvelopeWithId(found))) return [];
    if (found?.key !== undefined) return [found];
    const within = visitWithin(shape, raw, place, held);
    return within.length > 0 || found === undefined ? within : [found];
  }

  function visitWithin({ fields }: ObjectShape, raw: RawSchema, at: string, held: Held): InlineObject[] {
    const isWrapper = fields.every(({ name }) => name !== 'id');
    const noun = nounOf(operation.path);
    return fields.flatMap(({ name, shape }) => {
      if (raw.properties?.[name] === undefined) return [];
      const place = pointerTo(at, 'properties', name);
      const isList = isArray(place);
      const isOwn = isEnvelope(name) || isUsualList(name) || isSameName(name, noun);
      const field = isOwn ? held.field : name;
      if (isList && held.depth > 0) return visit(place, { isListed: true, depth: held.depth - 1, field });
      const isEnveloped = isEnvelope(name) || isSameName(name, noun);
      return !isList && shape.kind !== 'ref' && isWrapper && isEnveloped ? visit(place, held) : [];
    });
  }

  function isArray(place: string): boolean {
    const { value, at } = description.resolve<RawSchema>({ $ref: place }, place);
    return withoutNull(shapes.read(value, at)).shape.kind === 'array';
  }

  function inlineObject(place: string, raw: RawSchema, object: ObjectShape, held: Held): InlineObject {
    const { field, isListed } = held;
    const role = isListed ? 'listed' : roleOf(operation);
    const noun =
      nounOfList(place, field) ?? (field === undefined ? nounOfOperation(operation) : nounOf(field));
    // The parameter of a list's path is no key of its items.
    const path = role === 'fetched' ? withoutExtension(operation.path) : '/';
    return {
      place,
      raw,
      object,
      operation,
      role,
      noun,
      collection: field === undefined ? collectionOf(operation.path) : undefined,
      key: saidKey(raw) ?? impliedKey(typeName(noun), object, [{ ...operation, path }], shapes),
    };
  }
}

function saidKey({ 'x-rdc-key': said }: RawSchema): EntityKind['key'] | undefined {
  return said === undefined ? undefined : [said].flat().map(path => path.split('.'));
}

/** How an object is held in a response. */
interface Held {
  readonly isListed: boolean;
  readonly depth: number;
  readonly field: string | undefined;
}

/** Whether an object says no more of a record than its key, and that something was done: `{ id, success: true }`. */
function isNotice({ object, key, role }: InlineObject): boolean {
  const isOfKey = (name: string) => key?.some(path => path[0] === name) ?? false;
  const isPlain = (name: string) => isOfKey(name) || (role !== 'listed' && isNoticeField(name));
  return key !== undefined && object.fields.every(({ name }) => isPlain(name));
}

const STATUS = /^(success|ok|result|message|code|errors?|jsonrpc)$/;

/** Whether an object is what all responses of an API are, with the content in a field: `{ id, result, data: {…} }`. */
function isEnvelopeWithId({ object: { fields }, role }: InlineObject): boolean {
  const isHolder = ({ name, shape }: Field) =>
    isEnvelope(name) && /^(object|ref|array|map)$/.test(shape.kind);
  return (
    role !== 'listed' &&
    fields.some(({ name }) => name === 'id') &&
    fields.some(isHolder) &&
    fields.some(field => STATUS.test(field.name) && !isHolder(field))
  );
}

function roleOf({ method, path: given }: Operation): InlineObject['role'] {
  const path = withoutExtension(given);
  if (method === 'DELETE') return 'removed';
  if (endsWithParameter(path)) return method === 'GET' ? 'fetched' : 'changed';
  return method === 'GET' ? 'single' : 'created';
}

/** Whether a place that a `$ref` leads to has no name, as where several files are read as one. */
export function isNameless(place: string): boolean {
  return ownName(place).includes('/');
}

/** The place of the only schema in `anyOf`, `oneOf` or `allOf`, besides `null`. */
export function soleChoice(raw: RawSchema, at: string): string | undefined {
  if (raw.properties !== undefined) return undefined;
  for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
    const places = (raw[word] ?? []).flatMap((each, i) => (isNull(each) ? [] : [pointerTo(at, word, i)]));
    if (places.length === 1) return places[0];
  }
  return undefined;
}

function isNull({ type, enum: values, const: value }: RawSchema): boolean {
  return type === 'null' || value === null || (values?.every(each => each === null) ?? false);
}
