import ts from 'typescript';
import type { EntityKind } from '../plan/Kinds.js';
import type { Shape } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';
import { array, arrow, id, make, object, string } from './ast.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';

const { factory } = ts;

/**
 * The schema with which the library finds the records in a shape; `undefined` if there are none.
 *
 * @param holder the entity whose class contains the schema; entities that lead back to it are `Lazy`
 */
export function schemaOf(
  shape: Shape,
  module: Module,
  output: Output,
  holder?: EntityKind,
): ts.Expression | undefined {
  return visit(shape, undefined);

  function visit(each: Shape, within: string | undefined): ts.Expression | undefined {
    const { kinds, relations } = output;
    const relation = relations.of(each);
    if (relation?.kind === 'entity') return entityOf(relation.entity);
    if (relation?.kind === 'union') {
      const members = Object.entries(relation.entities).map(
        ([value, entity]) => [value, entityOf(entity)] as const,
      );
      return make(module.library('Union'), [object(members), string(relation.field)]);
    }
    const { shape: inner } = withoutNull(each);
    switch (inner.kind) {
      case 'array': {
        const item = visit(inner.item, within);
        return item && array([item]);
      }
      case 'map': {
        const value = visit(inner.value, within);
        return value && make(module.library('Values'), [value]);
      }
      case 'object': {
        const fields = inner.fields.flatMap(field => {
          const nested = visit(field.shape, within);
          return nested === undefined ? [] : [[field.name, nested] as const];
        });
        return fields.length > 0 ? object(fields) : undefined;
      }
      case 'ref': {
        const place = kinds.canonical(inner.to);
        return relations.isEndlessIn(place, within) ? undefined : visit(kinds.shapeAt(place), place);
      }
      case 'union': {
        const told = relations.isIn(inner, within) ? relations.kindsOf(inner) : undefined;
        if (told === undefined) return undefined;
        // Lists members without records too: the library reports unlisted ones.
        const members = Object.entries(told.shapes).map(
          ([value, member]) => [value, visit(member, within) ?? object([])] as const,
        );
        return make(module.library('Union'), [object(members), string(told.field)]);
      }
      default:
        return undefined;
    }
  }

  function entityOf(entity: EntityKind): ts.Expression {
    const { name } = entity;
    module.own(name, name);
    if (holder === undefined || !output.relations.isCircular(holder, entity)) return id(name);
    return make(module.library('Lazy'), [arrow([], id(name), factory.createTypeQueryNode(id(name)))]);
  }
}
