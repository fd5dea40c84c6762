import type { Description, Inline, RawSchema } from './Description.js';
import { pointerTo, valueAt } from './jsonPointer.js';
import type { Discriminator, Field, Limits, ObjectShape, Shape } from './Shape.js';
import { unionOf, withoutNull } from './Shape.js';

/** Reads a description's JSON schemas as shapes. */
export interface ShapeReader {
  /** The shape of a schema: a reference stays one. */
  readonly read: (schema: RawSchema | boolean | undefined, at: string) => Shape;
  /** The shape that a reference leads to. */
  readonly follow: (pointer: string) => Shape;
  /** The raw schema at a place. */
  readonly rawAt: (pointer: string) => RawSchema;
  /** What is known of an inline schema that got a name; `undefined` for all others. */
  readonly inlineAt: (pointer: string) => Inline | undefined;
}

/** How many steps of `allOf` are followed. */
const MAX_DEPTH = 16;

/** Creates a reader that reads each named schema once. */
export function shapeReader(description: Description): ShapeReader {
  const followed = new Map<string, Shape>();

  function follow(pointer: string): Shape {
    const known = followed.get(pointer);
    if (known !== undefined) return known;
    // Until it is read. A schema that contains only itself is unknown.
    followed.set(pointer, { kind: 'unknown' });
    const { value, at } = description.resolve<RawSchema>({ $ref: pointer }, pointer);
    const shape: Shape = at === pointer ? readOwn(value, at) : { kind: 'ref', to: at };
    followed.set(pointer, shape);
    return shape;
  }

  function rawAt(pointer: string): RawSchema {
    return description.resolve<RawSchema>({ $ref: pointer }, pointer).value;
  }

  function read(schema: RawSchema | boolean | undefined, at: string): Shape {
    if (typeof schema !== 'object' || schema === null) return { kind: 'unknown' };
    if (schema.$ref !== undefined) {
      description.resolve<RawSchema>({ $ref: schema.$ref }, at);
      const ref: Shape = { kind: 'ref', to: schema.$ref };
      return schema.nullable === true ? unionOf([ref, { kind: 'null' }]) : ref;
    }
    return readOwn(schema, at);
  }

  function readOwn(schema: RawSchema, at: string): Shape {
    if (schema.$ref !== undefined) return read(schema, at);
    const shape = readNotNull(schema, at);
    const isNullable =
      schema.nullable === true || (Array.isArray(schema.type) && schema.type.includes('null'));
    return isNullable ? unionOf([shape, { kind: 'null' }]) : shape;
  }

  function readNotNull(schema: RawSchema, at: string): Shape {
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum !== undefined) return unionOf(schema.enum.map(literal));
    const kinds = kindsOf(schema, at);
    if (kinds.length > 0) return readChoice(schema, kinds, at) ?? { kind: 'unknown' };
    const { allOf, oneOf, anyOf } = schema;
    const parts: Shape[] = [];
    if (allOf !== undefined)
      parts.push(...allOf.map((each, i) => readPart(each, at, pointerTo(at, 'allOf', i))));
    for (const [word, choices] of Object.entries({ oneOf, anyOf })) {
      const choice = choices && readChoice(schema, choices, pointerTo(at, word));
      if (choice !== undefined) parts.push(choice);
    }
    const own = parts.length > 0 && !saysAType(schema) ? undefined : readType(schema, at);
    if (own !== undefined) parts.push(own);
    return eachWith(parts, at) ?? requiring(together(parts), requiredBeside(schema));
  }

  /** Makes more fields of an object required: `allOf: [Task, { required: ['owner'] }]`. */
  function requiring(shape: Shape, names: ReadonlySet<string>): Shape {
    const isOne = shape.kind === 'ref' || shape.kind === 'object';
    const object = names.size > 0 && isOne ? objectIn(shape) : undefined;
    const isLax = (field: Field) => !field.isRequired && names.has(field.name);
    if (object === undefined || !object.fields.some(isLax)) return shape;
    const fields = object.fields.map(field => (isLax(field) ? { ...field, isRequired: true } : field));
    return shape.kind === 'ref'
      ? { kind: 'object', fields, extends: [shape.to], narrows: shape.to }
      : { ...object, fields };
  }

  /** Reads part of a schema: only what all its kinds share, if this schema is one of these kinds. */
  function readPart(schema: RawSchema, whole: string, at: string): Shape {
    if (schema.$ref === undefined) return read(schema, at);
    const raw = rawAt(schema.$ref);
    const { oneOf = [], anyOf = [], discriminator: _, ...rest } = raw;
    const kinds = [...oneOf, ...anyOf, ...kindsOf(raw, schema.$ref)];
    return kinds.some(({ $ref }) => $ref === whole) ? readNotNull(rest, schema.$ref) : read(schema, at);
  }

  /** The schemas in a discriminator's mapping, if all of them extend this schema and it has no `oneOf` or `anyOf`. */
  function kindsOf({ discriminator, oneOf, anyOf }: RawSchema, at: string): readonly RawSchema[] {
    if (oneOf !== undefined || anyOf !== undefined) return [];
    const kinds = mappingOf(discriminator).map(([, place]) => place);
    const areMadeOfIt = kinds.every(kind => kind !== at && isMadeOf(kind, at));
    return areMadeOfIt ? [...new Set(kinds)].map($ref => ({ $ref })) : [];
  }

  /** One of several; `undefined` if all of them only say which fields are required. */
  function readChoice(schema: RawSchema, choices: readonly RawSchema[], at: string): Shape | undefined {
    const isOpen = (each: RawSchema) =>
      each.$ref === undefined && Object.keys(each).every(word => word === 'required' || word === 'not');
    if (choices.length === 0 || choices.every(isOpen)) return undefined;
    const shapes = choices.map((each, i) => read(each, pointerTo(at, i)));
    return unionOf(shapes, discriminatorOf(schema, choices));
  }

  /** A union of named objects, with the fields beside it added to each of them. */
  function eachWith(parts: readonly Shape[], at: string): Shape | undefined {
    const [choice, ...others] = parts.filter(({ kind }) => kind === 'union');
    const beside = parts.flatMap(part => (part.kind === 'object' ? [part] : []));
    if (choice?.kind !== 'union' || others.length > 0 || beside.length !== parts.length - 1) return undefined;
    if (beside.length === 0) return undefined;
    const all = choice.members.map(member => {
      if (member.kind !== 'ref') return undefined;
      // It inherits these fields.
      if (isMadeOf(member.to, at)) return member;
      const own = objectIn(member);
      if (own === undefined) return undefined;
      const has = new Set(own.fields.map(({ name }) => name));
      const isWhole = beside.every(({ fields }) => fields.every(({ name }) => has.has(name)));
      if (isWhole) return member;
      const { field, mapping = {} } = choice.discriminator ?? {};
      const values = Object.keys(mapping).filter(value => mapping[value] === member.to);
      const told = unionOf(values.map(value => ({ kind: 'literal', value })));
      const { fields } = laidTogether([...beside, own]);
      const isTag = (each: Field) => each.name === field && each.shape.kind === 'string' && values.length > 0;
      return {
        kind: 'object' as const,
        fields: fields.map(each => (isTag(each) ? { ...each, shape: told } : each)),
        extends: [member.to],
      };
    });
    return all.every(each => each !== undefined) ? unionOf(all, choice.discriminator) : undefined;
  }

  /** Whether a schema extends another through `allOf`, directly or not, so that it cannot be read first. */
  function isMadeOf(pointer: string, other: string, depth = 0): boolean {
    if (pointer === other || depth > MAX_DEPTH) return true;
    const { allOf = [] } = rawAt(pointer);
    return allOf.some(({ $ref }) => $ref !== undefined && isMadeOf($ref, other, depth + 1));
  }

  /** All of several: objects are merged; an intersection if other shapes are among them. */
  function together(parts: readonly Shape[]): Shape {
    const known = parts.filter(({ kind }, i) => kind !== 'unknown' || (i === 0 && parts.length === 1));
    const [only, ...others] = known;
    if (only === undefined) return { kind: 'unknown' };
    if (others.length === 0) return only;
    const objects = known.map(part => objectIn(part));
    if (objects.every(object => object !== undefined)) {
      const named = known.flatMap(part => (part.kind === 'ref' ? [part.to] : []));
      return named.length > 0 ? { ...laidTogether(objects), extends: named } : laidTogether(objects);
    }
    // A shape with fields says more than "any object".
    const telling = known.filter(({ kind }) => kind !== 'map');
    if (telling.length === 1 && telling[0] !== undefined) return telling[0];
    const isSimple = telling.every(({ kind }) => !['object', 'ref', 'union', 'intersection'].includes(kind));
    return isSimple ? (telling[0] ?? only) : { kind: 'intersection', members: telling };
  }

  function objectIn(shape: Shape): ObjectShape | undefined {
    const { shape: whole } = withoutNull(shape.kind === 'ref' ? followThrough(shape.to) : shape);
    return whole.kind === 'object' ? whole : undefined;
  }

  function followThrough(pointer: string): Shape {
    let shape = follow(pointer);
    for (let i = 0; shape.kind === 'ref' && i < 16; i++) shape = follow(shape.to);
    return shape;
  }

  return { read, follow, rawAt, inlineAt: pointer => description.inline.get(pointer) };

  function readType(schema: RawSchema, at: string): Shape {
    const { type } = schema;
    if (Array.isArray(type)) {
      const types = type.filter(each => each !== 'null');
      return unionOf(types.map(each => readOneType(schema, each, at)));
    }
    return readOneType(schema, type as string | undefined, at);
  }

  function readOneType(schema: RawSchema, type: string | undefined, at: string): Shape {
    switch (type ?? impliedType(schema)) {
      case 'string':
        if (schema.format === 'binary') return { kind: 'binary' };
        return {
          kind: 'string',
          ...(schema.format !== undefined && { format: schema.format }),
          ...limited(schema, schema.minLength, schema.maxLength),
        };
      case 'integer':
        return { kind: 'number', isInteger: true, ...limited(schema, schema.minimum, schema.maximum) };
      case 'number':
        return { kind: 'number', ...limited(schema, schema.minimum, schema.maximum) };
      case 'boolean':
        return { kind: 'boolean' };
      case 'null':
        return { kind: 'null' };
      case 'array':
        return { kind: 'array', item: itemOf(schema, at) };
      case 'object':
        return readObject(schema, at);
      default:
        return { kind: 'unknown' };
    }
  }

  function itemOf(schema: RawSchema, at: string): Shape {
    if (schema.prefixItems !== undefined) {
      return unionOf(schema.prefixItems.map((each, i) => read(each, pointerTo(at, 'prefixItems', i))));
    }
    return read(schema.items, pointerTo(at, 'items'));
  }

  function readObject(schema: RawSchema, at: string): Shape {
    const names = Object.keys(schema.properties ?? {});
    if (names.length === 0) {
      const values = schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0];
      return { kind: 'map', value: read(values, pointerTo(at, 'additionalProperties')) };
    }
    return { kind: 'object', fields: names.map(name => readField(schema, name, at)) };
  }

  function readField(schema: RawSchema, name: string, at: string): Field {
    const given = schema.properties?.[name] ?? {};
    const place = pointerTo(at, 'properties', name);
    return {
      name,
      shape: read(given, place),
      isRequired: schema.required?.includes(name) ?? false,
      isReadOnly: given.readOnly ?? false,
      isWriteOnly: given.writeOnly ?? false,
      isDeprecated: given.deprecated ?? false,
      description: given.description,
    };
  }

  /** A mapping's entries, except those that lead nowhere: nothing validates them. */
  function mappingOf(discriminator: RawSchema['discriminator']): (readonly [value: string, place: string])[] {
    return Object.entries(discriminator?.mapping ?? {})
      .map(([value, to]) => [value, placeOf(to)] as const)
      .filter(([, place]) => valueAt(description.document, place) !== undefined);
  }

  function discriminatorOf(schema: RawSchema, choices: readonly RawSchema[]): Discriminator | undefined {
    const { discriminator } = schema;
    if (discriminator === undefined) return undefined;
    const refs = choices.flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref]));
    // Without a mapping, the name of each schema is its value.
    const implied = refs.map(ref => [ref.slice(ref.lastIndexOf('/') + 1), ref]);
    const given = mappingOf(discriminator);
    return {
      field: discriminator.propertyName,
      mapping: Object.fromEntries(given.length > 0 ? given : implied),
    };
  }
}

/** The place of a schema that a mapping names by place or by name. */
export function placeOf(named: string): string {
  return named.startsWith('#') ? named : `#/components/schemas/${named}`;
}

/** The fields that a schema with `allOf` requires, itself or in an unnamed part. */
function requiredBeside({ allOf, required = [] }: RawSchema): ReadonlySet<string> {
  if (allOf === undefined) return new Set();
  const parts = allOf.filter(({ $ref }) => $ref === undefined);
  return new Set([
    ...required,
    ...parts.flatMap(each => [...(each.required ?? []), ...requiredBeside(each)]),
  ]);
}

function saysAType({ type, properties, items }: RawSchema): boolean {
  return type !== undefined || properties !== undefined || items !== undefined;
}

function impliedType({ properties, items, prefixItems, additionalProperties, pattern }: RawSchema) {
  if (properties !== undefined || typeof additionalProperties === 'object') return 'object';
  if (items !== undefined || prefixItems !== undefined) return 'array';
  return pattern === undefined ? undefined : 'string';
}

function literal(value: unknown): Shape {
  if (value === null) return { kind: 'null' };
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? { kind: 'literal', value } : { kind: 'unknown' };
}

function limited(schema: RawSchema, min: number | undefined, max: number | undefined): { limits?: Limits } {
  const { exclusiveMinimum, exclusiveMaximum, pattern } = schema;
  const limits: Limits = {
    ...(min !== undefined && (exclusiveMinimum === true ? { above: min } : { min })),
    ...(max !== undefined && (exclusiveMaximum === true ? { below: max } : { max })),
    ...(typeof exclusiveMinimum === 'number' && { above: exclusiveMinimum }),
    ...(typeof exclusiveMaximum === 'number' && { below: exclusiveMaximum }),
    ...(pattern !== undefined && { pattern }),
  };
  return Object.keys(limits).length > 0 ? { limits } : {};
}

/** Merges the fields of objects. The last of a name wins; it is required if any of them is. */
function laidTogether(objects: readonly ObjectShape[]): ObjectShape {
  const fields = new Map<string, Field>();
  for (const field of objects.flatMap(object => object.fields)) {
    const before = fields.get(field.name);
    fields.set(field.name, {
      ...field,
      shape: field.shape.kind === 'unknown' && before !== undefined ? before.shape : field.shape,
      isRequired: field.isRequired || (before?.isRequired ?? false),
      isReadOnly: field.isReadOnly || (before?.isReadOnly ?? false),
      description: field.description ?? before?.description,
    });
  }
  return { kind: 'object', fields: [...fields.values()] };
}
