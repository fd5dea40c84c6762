import ts from 'typescript';
import { ownName } from '../plan/schemaNames.js';
import { typeName, wordsOf } from '../plan/words.js';
import type { Field, Shape } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';
import { documented, keyword, literal, nullType, propertyName, typeRef, union } from './ast.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';

const { factory } = ts;

/** What a type is for: what readers get, what is sent, what stands in a query. */
export type Purpose = 'read' | 'input' | 'query';

/** The file that holds the types that are no entities. */
export const TYPES = 'types';

/** The type of a shape. */
export function typeOf(shape: Shape, purpose: Purpose, module: Module, output: Output): ts.TypeNode {
  const { kinds, relations } = output;
  const visit = (each: Shape) => typeOf(each, purpose, module, output);

  if (purpose === 'read') {
    const relation = relations.of(shape);
    if (relation !== undefined) {
      const entities = relation.kind === 'entity' ? [relation.entity] : Object.values(relation.entities);
      const names = [...new Set(entities.map(({ name }) => name))];
      return union([
        ...names.map(name => typeRef(module.own(name, name, { isType: true }))),
        ...(relation.isNullable ? [nullType()] : []),
      ]);
    }
  }
  switch (shape.kind) {
    case 'unknown':
      return keyword('unknown');
    case 'null':
      return nullType();
    case 'string':
      return keyword('string');
    case 'number':
      return keyword('number');
    case 'boolean':
      return keyword('boolean');
    case 'binary':
      return typeRef('Blob');
    case 'literal':
      return factory.createLiteralTypeNode(literal(shape.value) as ts.LiteralTypeNode['literal']);
    case 'array':
      return factory.createTypeOperatorNode(
        ts.SyntaxKind.ReadonlyKeyword,
        factory.createArrayTypeNode(parenthesized(visit(shape.item))),
      );
    case 'map':
      return mapType(visit(shape.value));
    case 'object':
      return objectType(shape.fields, purpose, module, output);
    case 'intersection':
      return factory.createIntersectionTypeNode(shape.members.map(each => parenthesized(visit(each))));
    case 'union':
      return union(unionMembers(shape.members).map(visit));
    case 'ref': {
      const entity = kinds.entityAt(shape.to);
      const isPlain = entity === undefined && (purpose !== 'input' || !differs(shape.to, output));
      const isNullable = entity !== undefined && withoutNull(kinds.shapeAt(shape.to)).isNullable;
      const name = isPlain ? kinds.typeNameAt(shape.to) : inputName(shape.to, output);
      if (isPlain) output.types.add(kinds.canonical(shape.to));
      const reference = typeRef(module.own(TYPES, name, { isType: true }));
      return isNullable ? union([reference, nullType()]) : reference;
    }
  }
}

/** `{ readonly [name: string]: T }`, which may hold itself, as a `Record` may not. */
function mapType(value: ts.TypeNode): ts.TypeNode {
  const name = factory.createParameterDeclaration(undefined, undefined, 'name', undefined, keyword('string'));
  const readonly = factory.createModifier(ts.SyntaxKind.ReadonlyKeyword);
  const type = factory.createTypeLiteralNode([factory.createIndexSignature([readonly], [name], value)]);
  return ts.setEmitFlags(type, ts.EmitFlags.SingleLine);
}

/** The members of a union that say something that no other says. */
function unionMembers(members: readonly Shape[]): readonly Shape[] {
  const kinds = new Set(members.map(({ kind }) => kind));
  // Any string at all takes in those that are named.
  return members.filter(member => !(member.kind === 'literal' && kinds.has(typeof member.value as 'string')));
}

function parenthesized(type: ts.TypeNode): ts.TypeNode {
  return ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)
    ? factory.createParenthesizedType(type)
    : type;
}

/** The type of an object, a field a line. */
export function objectType(
  fields: readonly Field[],
  purpose: Purpose,
  module: Module,
  output: Output,
): ts.TypeLiteralNode {
  return factory.createTypeLiteralNode(fieldSignatures(fields, purpose, module, output));
}

export function fieldSignatures(
  fields: readonly Field[],
  purpose: Purpose,
  module: Module,
  output: Output,
): ts.PropertySignature[] {
  const shown = fields.filter(field => !(purpose === 'read' ? field.isWriteOnly : field.isReadOnly));
  return shown.map(field => {
    const type = typeOf(field.shape, purpose, module, output);
    const isOptional = !field.isRequired || (purpose === 'read' && needsKey(field.shape, output));
    return documented(
      factory.createPropertySignature(
        purpose === 'read' ? [factory.createModifier(ts.SyntaxKind.ReadonlyKeyword)] : undefined,
        propertyName(field.name),
        isOptional ? factory.createToken(ts.SyntaxKind.QuestionToken) : undefined,
        isOptional ? union([type, keyword('undefined')]) : type,
      ),
      docOf(field),
    );
  });
}

/** Where a key may stand for the record, the record may be missing. */
function needsKey(shape: Shape, { relations }: Output): boolean {
  const relation = relations.of(shape);
  return relation?.kind === 'entity' && relation.isKey;
}

export function docOf({
  description,
  isDeprecated,
}: Pick<Field, 'description' | 'isDeprecated'>): string | undefined {
  const lines = [description, isDeprecated ? '@deprecated' : undefined].filter(Boolean);
  return lines.length > 0 ? lines.join('\n\n') : undefined;
}

/** Whether what is sent of a named schema is another type than what is read of it. */
export function differs(pointer: string, output: Output, seen = new Set<string>()): boolean {
  const { kinds } = output;
  const place = kinds.canonical(pointer);
  if (kinds.entityAt(place) !== undefined) return true;
  if (seen.has(place)) return false;
  seen.add(place);
  const check = (shape: Shape): boolean => {
    switch (shape.kind) {
      case 'ref':
        return differs(shape.to, output, seen);
      case 'array':
        return check(shape.item);
      case 'map':
        return check(shape.value);
      case 'union':
      case 'intersection':
        return shape.members.some(check);
      case 'object':
        return shape.fields.some(field => field.isReadOnly || field.isWriteOnly || check(field.shape));
      default:
        return false;
    }
  };
  return check(kinds.shapeAt(place));
}

/** The name of the type of what is sent of a named schema. */
export function inputName(pointer: string, { kinds, inputs }: Output): string {
  const place = kinds.canonical(pointer);
  const known = inputs.get(place);
  if (known !== undefined) return known;
  const entity = kinds.entityAt(place);
  const base =
    entity === undefined
      ? kinds.typeNameAt(place)
      : entity.forms.length === 1
        ? entity.name
        : typeName(wordsOf(ownName(place).split('.').at(-1) ?? ''));
  const name = kinds.claim(
    /(Input|Create|Update|Request|Params|Body)$/.test(base) ? `${base}Data` : `${base}Input`,
  );
  inputs.set(place, name);
  return name;
}
