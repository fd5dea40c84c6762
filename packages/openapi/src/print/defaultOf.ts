import ts from 'typescript';
import type { EntityKind } from '../plan/Kinds.js';
import type { Shape } from '../read/Shape.js';
import { array, call, literal, member, object, string } from './ast.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';

/** How deep, and how large, an object may be that stands for nothing. */
const MAX_DEPTH = 2;
const MAX_FIELDS = 6;

/** What stands for a value that has not come yet; `undefined` where nothing of its type is short enough to write. */
export function defaultOf(
  shape: Shape,
  module: Module,
  output: Output,
  holder: EntityKind,
  depth = 0,
): ts.Expression | undefined {
  const { kinds, relations } = output;
  const relation = relations.of(shape);
  if (relation !== undefined) {
    if (relation.isNullable) return ts.factory.createNull();
    if (relation.kind === 'union' || relation.isKey) return undefined;
    if (relations.isEndless(holder, relation.entity)) return undefined;
    return call(member(module.own(relation.entity.name, relation.entity.name), 'fromJS'), []);
  }
  switch (shape.kind) {
    case 'null':
      return ts.factory.createNull();
    case 'string':
      return string('');
    case 'number':
      return literal(0);
    case 'boolean':
      return literal(false);
    case 'literal':
      return literal(shape.value);
    case 'array':
      return array([]);
    case 'map':
      return object([]);
    case 'ref':
      return depth > MAX_DEPTH
        ? undefined
        : defaultOf(kinds.shapeAt(shape.to), module, output, holder, depth + 1);
    case 'union': {
      if (shape.members.some(({ kind }) => kind === 'null')) return ts.factory.createNull();
      const [first] = shape.members;
      return first && defaultOf(first, module, output, holder, depth + 1);
    }
    case 'object': {
      const required = shape.fields.filter(field => field.isRequired && !field.isWriteOnly);
      if (depth > MAX_DEPTH || required.length > MAX_FIELDS) return undefined;
      const fields = required.map(
        field => [field.name, defaultOf(field.shape, module, output, holder, depth + 1)] as const,
      );
      const isComplete = fields.every(
        (field): field is readonly [string, ts.Expression] => field[1] !== undefined,
      );
      return isComplete ? object(fields) : undefined;
    }
    default:
      return undefined;
  }
}
