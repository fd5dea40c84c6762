import ts from 'typescript';
import type { EntityKind } from '../plan/Kinds.js';
import type { Shape } from '../read/Shape.js';
import { array, call, literal, member, object, string } from './ast.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';

/** How deep a default may be, and how many fields it may have. */
const MAX_DEPTH = 2;
const MAX_FIELDS = 6;

/** Where a default is. */
interface Standing {
  /** How deeply it is nested. */
  readonly depth: number;
  /** The place of the innermost schema with a name. */
  readonly within?: string;
  /** Whether no schema finds the records there: they stay plain objects. */
  readonly isPlain: boolean;
}

/** The default for a value that is not loaded yet; `undefined` if no value of its type is short enough to write. */
export function defaultOf(
  shape: Shape,
  module: Module,
  output: Output,
  holder: EntityKind,
  { depth, within, isPlain }: Standing = { depth: 0, isPlain: false },
): ts.Expression | undefined {
  const { kinds, relations } = output;
  const below = (part: Shape, others: Partial<Standing> = {}) =>
    defaultOf(part, module, output, holder, {
      depth: depth + 1,
      isPlain,
      ...(within !== undefined && { within }),
      ...others,
    });
  const relation = isPlain ? undefined : relations.of(shape);
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
    case 'ref': {
      const place = kinds.canonical(shape.to);
      const isEndless = relations.isEndlessIn(place, within);
      return depth > MAX_DEPTH
        ? undefined
        : below(kinds.shapeAt(place), { within: place, isPlain: isPlain || isEndless });
    }
    case 'union': {
      if (shape.members.some(({ kind }) => kind === 'null')) return ts.factory.createNull();
      const [first] = shape.members;
      return first && below(first, { isPlain: isPlain || relations.kindsOf(shape) === undefined });
    }
    case 'object': {
      const required = shape.fields.filter(field => field.isRequired && !field.isWriteOnly);
      if (depth > MAX_DEPTH || required.length > MAX_FIELDS) return undefined;
      const fields = required.map(field => [field.name, below(field.shape)] as const);
      const isComplete = fields.every(
        (field): field is readonly [string, ts.Expression] => field[1] !== undefined,
      );
      return isComplete ? object(fields) : undefined;
    }
    default:
      return undefined;
  }
}
