import ts from 'typescript';
import type { Kinds } from '../plan/Kinds.js';
import type { Operation } from '../read/Operation.js';
import type { Shape } from '../read/Shape.js';
import { array, arrow, id, keyword, literal, object, parameter } from './ast.js';
import type { Output } from './Output.js';

/**
 * `process: (list: unknown) => list ?? []`: an empty list, map or page if the response may be `null`. A schema needs
 * one.
 */
export function emptyOption(
  { method, response: { shape } }: Operation,
  { kinds }: Output,
): (readonly [name: string, value: ts.Expression])[] {
  const empty = method === 'GET' && shape !== undefined && isNullable(shape, kinds) && emptyOf(shape, kinds);
  if (!empty) return [];
  const name = ts.isArrayLiteralExpression(empty) ? 'list' : 'response';
  const value = ts.factory.createBinaryExpression(id(name), ts.SyntaxKind.QuestionQuestionToken, empty);
  return [['process', arrow([parameter(name, keyword('unknown'))], value)]];
}

export const isNullable = (shape: Shape, kinds: Kinds): boolean => kinds.resolve(shape).isNullable;

/** An empty list, map or page; `undefined` for any other shape. */
function emptyOf(shape: Shape, kinds: Kinds): ts.Expression | undefined {
  const { shape: inner, entity } = kinds.resolve(shape);
  if (entity !== undefined) return undefined;
  if (inner.kind === 'array') return array([]);
  if (inner.kind === 'map') return object([]);
  if (inner.kind !== 'object') return undefined;
  const fields = inner.fields
    .filter(({ isRequired, isWriteOnly }) => isRequired && !isWriteOnly)
    .map(field => [field.name, emptyField(field.shape, kinds)] as const);
  const isWhole = fields.every((field): field is readonly [string, ts.Expression] => field[1] !== undefined);
  return isWhole ? object(fields) : undefined;
}

function emptyField(shape: Shape, kinds: Kinds): ts.Expression | undefined {
  const { shape: inner, isNullable } = kinds.resolve(shape);
  if (isNullable) return ts.factory.createNull();
  if (inner.kind === 'number') return literal(0);
  if (inner.kind === 'boolean') return literal(false);
  return emptyOf(shape, kinds);
}
