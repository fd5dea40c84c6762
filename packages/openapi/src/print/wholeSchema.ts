import ts from 'typescript';
import type { Field, Shape } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';
import { array, arrow, id, keyword, literal, make, object, parameter, string, union } from './ast.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';
import { schemaOf } from './schemaOf.js';
import { typeOf } from './typeOf.js';

/** A schema that takes the place of another: the fields of a response that lead to it. */
export interface Replaced {
  readonly place: readonly string[];
  readonly schema: ts.Expression;
}

/** The schema of a response, with all that stands beside its records, so that its type is whole. */
export function wholeSchema(
  shape: Shape,
  module: Module,
  output: Output,
  replaced?: Replaced,
  seen: ReadonlySet<string> = new Set(),
): ts.Expression | undefined {
  const { kinds, relations } = output;
  const { shape: inner, entity } = kinds.resolve(shape);
  const place = placeOf(shape, output);
  const within = place === undefined ? seen : new Set([...seen, place]);
  // Objects that hold themselves have the schema of their records alone.
  const isPlain = entity === undefined && relations.of(shape) === undefined && !(place && seen.has(place));
  const below = (part: Shape) =>
    relations.isIn(part) ? wholeSchema(part, module, output, undefined, within) : undefined;
  const replacedAt = (field: Field) => {
    const [first, ...rest] = replaced?.place ?? [];
    if (replaced === undefined || field.name !== first) return undefined;
    if (rest.length === 0) return replaced.schema;
    return wholeSchema(field.shape, module, output, { ...replaced, place: rest }, within);
  };
  if (isPlain && inner.kind === 'array') {
    const item = below(inner.item);
    return item && array([item]);
  }
  if (isPlain && inner.kind === 'map') {
    const value = below(inner.value);
    return value && make(module.library('Values'), [value]);
  }
  if (!isPlain || inner.kind !== 'object') return schemaOf(shape, module, output);
  return object(
    inner.fields
      .filter(field => !field.isWriteOnly)
      .map(field => [field.name, replacedAt(field) ?? below(field.shape) ?? sampleOf(field, module, output)]),
  );
}

/** Where a shape is described that stands elsewhere. */
function placeOf(shape: Shape, { kinds }: Output): string | undefined {
  const { shape: inner } = withoutNull(shape);
  return inner.kind === 'ref' ? kinds.canonical(inner.to) : undefined;
}

/** A value that stands for its type, `0`, `''` or `false`; where there is none, what gives the value on as it is. */
function sampleOf({ shape, isRequired }: Field, module: Module, output: Output): ts.Expression {
  if (isRequired && shape.kind === 'string') return string('');
  if (isRequired && shape.kind === 'number') return literal(0);
  if (isRequired && shape.kind === 'boolean') return literal(false);
  if (isRequired && shape.kind === 'literal') return literal(shape.value);
  const type = typeOf(shape, 'read', module, output);
  const given =
    isRequired || type.kind === ts.SyntaxKind.UnknownKeyword ? type : union([type, keyword('undefined')]);
  return arrow([parameter('value', given)], id('value'));
}
