/** What a value looks like: a JSON schema in one normalized form. */
export type Shape =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'null' }
  | { readonly kind: 'string'; readonly format?: string; readonly limits?: Limits }
  | { readonly kind: 'number'; readonly isInteger?: boolean; readonly limits?: Limits }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'binary' }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | ArrayShape
  | { readonly kind: 'map'; readonly value: Shape }
  | ObjectShape
  | RefShape
  | UnionShape
  | { readonly kind: 'intersection'; readonly members: readonly Shape[] };

export interface ArrayShape {
  readonly kind: 'array';
  readonly item: Shape;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly fields: readonly Field[];
  /** The places of the named schemas that it extends with more fields (`allOf`). */
  readonly extends?: readonly string[];
  /** The place of the named schema that has the same fields, fewer of them required. */
  readonly narrows?: string;
}

/** A named schema, by its place in the description. */
export interface RefShape {
  readonly kind: 'ref';
  readonly to: string;
}

export interface UnionShape {
  readonly kind: 'union';
  readonly members: readonly Shape[];
  readonly discriminator?: Discriminator;
}

/** The field that tells the members of a union apart, and what its values stand for. */
export interface Discriminator {
  readonly field: string;
  /** Places of schemas, by value of the field. */
  readonly mapping: Readonly<Record<string, string>>;
}

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
  readonly isDeprecated: boolean;
  readonly description?: string | undefined;
}

/** Limits on a value besides its type, for validation. */
export interface Limits {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
  readonly pattern?: string;
}

/** Several shapes as one: no duplicates, no nested unions. */
export function unionOf(shapes: readonly Shape[], discriminator?: Discriminator): Shape {
  const flat = shapes.flatMap(shape => (shape.kind === 'union' ? shape.members : [shape]));
  if (flat.some(({ kind }) => kind === 'unknown')) return { kind: 'unknown' };
  const members = new Map(flat.map(shape => [JSON.stringify(shape), shape]));
  const [only, ...others] = members.values();
  if (only === undefined) return { kind: 'unknown' };
  if (others.length === 0) return only;
  return { kind: 'union', members: [...members.values()], ...(discriminator && { discriminator }) };
}

/** A shape without `null`, and whether it was nullable. */
export function withoutNull(shape: Shape): { readonly shape: Shape; readonly isNullable: boolean } {
  if (shape.kind !== 'union') return { shape, isNullable: shape.kind === 'null' };
  const members = shape.members.filter(({ kind }) => kind !== 'null');
  if (members.length === shape.members.length) return { shape, isNullable: false };
  return { shape: unionOf(members, shape.discriminator), isNullable: true };
}

/** The shape of a field that forms of one record share: objects and lists are merged. */
export function mergeShapes(one: Shape, other: Shape): Shape {
  const [a, b] = [withoutNull(one), withoutNull(other)];
  const isNullable = a.isNullable || b.isNullable;
  const merged = mergeWhole(a.shape, b.shape);
  return isNullable ? unionOf([merged, { kind: 'null' }]) : merged;
}

function mergeWhole(one: Shape, other: Shape): Shape {
  if (one.kind === 'unknown') return other;
  if (other.kind === 'unknown' || JSON.stringify(one) === JSON.stringify(other)) return one;
  if (one.kind === 'array' && other.kind === 'array')
    return { kind: 'array', item: mergeShapes(one.item, other.item) };
  if (one.kind === 'object' && other.kind === 'object') return mergeObjects(one, other);
  if (one.kind === 'string' && other.kind === 'string') return { kind: 'string' };
  if (one.kind === 'number' && other.kind === 'number') return { kind: 'number' };
  // A union has at most one object.
  if (one.kind === 'union' || other.kind === 'union') {
    const members = [one, other].flatMap(each => (each.kind === 'union' ? each.members : [each]));
    const objects = members.filter(each => each.kind === 'object');
    const [first, ...rest] = objects;
    if (first === undefined || rest.length === 0) return unionOf(members);
    const others = members.filter(each => each.kind !== 'object');
    return unionOf([...others, rest.reduce((all, each) => mergeObjects(all, each), first)]);
  }
  return unionOf([one, other]);
}

function mergeObjects(one: ObjectShape, other: ObjectShape): ObjectShape {
  const fields = new Map(one.fields.map(field => [field.name, field]));
  for (const field of other.fields) {
    const before = fields.get(field.name);
    fields.set(field.name, {
      ...field,
      ...before,
      shape: before === undefined ? field.shape : mergeShapes(before.shape, field.shape),
      isRequired: field.isRequired && (before?.isRequired ?? false),
    });
  }
  const shared = new Set(other.fields.map(({ name }) => name));
  return {
    kind: 'object',
    fields: [...fields.values()].map(field =>
      shared.has(field.name) ? field : { ...field, isRequired: false },
    ),
  };
}
