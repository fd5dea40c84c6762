import ts from 'typescript';
import type { Field, Shape } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';
import { array, arrow, id, keyword, literal, make, object, parameter, string, union } from './ast.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';
import { schemaOf } from './schemaOf.js';
import { typeOf } from './typeOf.js';

/** A schema that replaces another, and the fields of a response that lead to it. */
export interface Replaced {
  readonly place: readonly string[];
  readonly schema: ts.Expression;
}

/** Where a schema is: what replaces a part of it, and what contains it. */
interface Standing {
  readonly replaced?: Replaced | undefined;
  /** The place of the object that contains it. */
  readonly within?: string | undefined;
  /** The field whose value tells which kind of object it is. */
  readonly tag?: string | undefined;
}

/** The schema of a response, with all fields beside its records, so that its type is complete. */
export function wholeSchema(
  shape: Shape,
  module: Module,
  output: Output,
  replaced?: Replaced,
): ts.Expression | undefined {
  return standing(shape, { replaced }, module, output);
}

function standing(
  shape: Shape,
  { replaced, within, tag }: Standing,
  module: Module,
  output: Output,
): ts.Expression | undefined {
  const { kinds, relations } = output;
  if (relations.of(shape) !== undefined) return schemaOf(shape, module, output);
  const { shape: inner } = withoutNull(shape);
  if (inner.kind === 'ref') {
    const place = kinds.canonical(inner.to);
    if (relations.isEndlessIn(place, within)) return undefined;
    return standing(kinds.shapeAt(place), { replaced, within: place, tag }, module, output);
  }
  const below = (part: Shape, others: Standing = {}) =>
    relations.isIn(part, within) ? standing(part, { ...others, within }, module, output) : undefined;
  if (inner.kind === 'array') {
    const item = below(inner.item);
    return item && array([item]);
  }
  if (inner.kind === 'map') {
    const value = below(inner.value);
    return value && make(module.library('Values'), [value]);
  }
  const here = within === undefined ? output : { ...output, within };
  if (inner.kind === 'union') {
    const told = relations.isIn(inner, within) ? relations.kindsOf(inner) : undefined;
    if (told === undefined) return undefined;
    const members = Object.entries(told.shapes).map(
      ([value, kind]) => [value, below(kind, { tag: told.field }) ?? given(kind, module, here)] as const,
    );
    return make(module.library('Union'), [object(members), string(told.field)]);
  }
  if (inner.kind !== 'object') return undefined;
  const replacedAt = (field: Field) => {
    const [first, ...rest] = replaced?.place ?? [];
    if (replaced === undefined || field.name !== first) return undefined;
    if (rest.length === 0) return replaced.schema;
    return standing(field.shape, { replaced: { ...replaced, place: rest }, within }, module, output);
  };
  const sample = (field: Field) =>
    field.name === tag ? given(field.shape, module, here) : sampleOf(field, module, here);
  return object(
    inner.fields
      .filter(field => !field.isWriteOnly)
      .map(field => [field.name, replacedAt(field) ?? below(field.shape) ?? sample(field)]),
  );
}

/** A sample of a field's type, such as `0`, `''` or `false`; otherwise a function that returns its value. */
function sampleOf({ shape, isRequired }: Field, module: Module, output: Output): ts.Expression {
  if (isRequired && shape.kind === 'string') return string('');
  if (isRequired && shape.kind === 'number') return literal(0);
  if (isRequired && shape.kind === 'boolean') return literal(false);
  if (isRequired && shape.kind === 'literal') return literal(shape.value);
  return given(shape, module, output, isRequired);
}

/** `(value: T) => value`: returns a value unchanged. */
function given(shape: Shape, module: Module, output: Output, isRequired = true): ts.Expression {
  const type = typeOf(shape, 'read', module, output);
  const isWhole = isRequired || type.kind === ts.SyntaxKind.UnknownKeyword;
  return arrow([parameter('value', isWhole ? type : union([type, keyword('undefined')]))], id('value'));
}
