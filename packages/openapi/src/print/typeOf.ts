import ts from 'typescript';
import type { Kinds } from '../plan/Kinds.js';
import { ownName } from '../plan/schemaNames.js';
import { typeName, wordsOf } from '../plan/words.js';
import type { Field, Shape } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';
import { documented, keyword, literal, nullType, propertyName, typeRef, union } from './ast.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';

const { factory } = ts;

/** What a type is for: data for readers, data whose records no schema finds, request bodies, query parameters. */
export type Purpose = 'read' | 'plain' | 'input' | 'query';

/** Whether a type describes a response. */
export const comes = (purpose: Purpose) => purpose === 'read' || purpose === 'plain';

/** The file with the types that are not entities. */
export const TYPES = 'types';

/** The type of a shape. */
export function typeOf(shape: Shape, purpose: Purpose, module: Module, output: Output): ts.TypeNode {
  const { relations } = output;
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
      return factory.createIntersectionTypeNode(
        shape.members.map(each => parenthesized(typeOf(each, unfound(purpose), module, output))),
      );
    case 'union': {
      const members = unionMembers(shape.members);
      const { shape: inner } = withoutNull(shape);
      const isFound = inner.kind !== 'union' || relations.kindsOf(inner) !== undefined;
      return union(members.map(each => typeOf(each, isFound ? purpose : unfound(purpose), module, output)));
    }
    case 'ref':
      return typeOfRef(shape.to, purpose, module, output);
  }
}

/** The purpose of a type where no schema finds its records. */
function unfound(purpose: Purpose): Purpose {
  return purpose === 'read' ? 'plain' : purpose;
}

function typeOfRef(pointer: string, purpose: Purpose, module: Module, output: Output): ts.TypeNode {
  const { kinds, relations, within } = output;
  const place = kinds.canonical(pointer);
  const isEndless = purpose === 'read' && relations.isEndlessIn(place, within);
  const name = nameOfType(place, isEndless ? 'plain' : purpose, output);
  const reference = typeRef(module.own(TYPES, name, { isType: true }));
  return isNullableRecord(place, kinds) ? union([reference, nullType()]) : reference;
}

/** Whether a schema is of a record or `null`. Its type is of the record alone; references add `null`. */
export function isNullableRecord(place: string, kinds: Kinds): boolean {
  return kinds.entityAt(place) !== undefined && withoutNull(kinds.shapeAt(place)).isNullable;
}

/** The shape that the type of a named schema describes. */
export function namedShape(place: string, kinds: Kinds): Shape {
  const shape = kinds.shapeAt(place);
  return isNullableRecord(place, kinds) ? withoutNull(shape).shape : shape;
}

/** The name of a named schema's type. Registers the type to be written. */
export function nameOfType(place: string, purpose: Purpose, output: Output): string {
  const { kinds, relations, types } = output;
  const isRecord = kinds.entityAt(place) !== undefined;
  if (purpose === 'plain' && (isRecord || relations.isIn({ kind: 'ref', to: place }))) {
    return plainName(place, output);
  }
  if (isRecord || (purpose === 'input' && differs(place, output))) return inputName(place, output);
  types.add(place);
  return kinds.typeNameAt(place);
}

/** `{ readonly [name: string]: T }`, which may contain itself; a `Record` may not. */
function mapType(value: ts.TypeNode): ts.TypeNode {
  const name = factory.createParameterDeclaration(undefined, undefined, 'name', undefined, keyword('string'));
  const readonly = factory.createModifier(ts.SyntaxKind.ReadonlyKeyword);
  const type = factory.createTypeLiteralNode([factory.createIndexSignature([readonly], [name], value)]);
  return ts.setEmitFlags(type, ts.EmitFlags.SingleLine);
}

/** The members of a union without redundant literals. */
function unionMembers(members: readonly Shape[]): readonly Shape[] {
  const kinds = new Set(members.map(({ kind }) => kind));
  // `string`, for example, includes all its literals.
  return members.filter(member => !(member.kind === 'literal' && kinds.has(typeof member.value as 'string')));
}

function parenthesized(type: ts.TypeNode): ts.TypeNode {
  return ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)
    ? factory.createParenthesizedType(type)
    : type;
}

/** An object type, one field per line. */
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
  const shown = fields.filter(field => !(comes(purpose) ? field.isWriteOnly : field.isReadOnly));
  return shown.map(field => {
    const type = typeOf(field.shape, purpose, module, output);
    const isOptional = !field.isRequired || (purpose === 'read' && needsKey(field.shape, output));
    return documented(
      factory.createPropertySignature(
        comes(purpose) ? [factory.createModifier(ts.SyntaxKind.ReadonlyKeyword)] : undefined,
        propertyName(field.name),
        isOptional ? factory.createToken(ts.SyntaxKind.QuestionToken) : undefined,
        isOptional ? union([type, keyword('undefined')]) : type,
      ),
      docOf(field),
    );
  });
}

/** Whether a key may replace the record, which can then be missing. */
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

/** Whether a named schema has different types in requests and responses. */
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

/** The name of a named schema's type in requests. */
function inputName(place: string, { kinds, inputs }: Output): string {
  const known = inputs.get(place);
  if (known !== undefined) return known;
  const base = baseName(place, kinds);
  const name = kinds.claim(
    /(Input|Create|Update|Request|Params|Body)$/.test(base) ? `${base}Data` : `${base}Input`,
  );
  inputs.set(place, name);
  return name;
}

/** The name of a named schema's type in responses where no schema finds its records. */
function plainName(place: string, { kinds, plains }: Output): string {
  const known = plains.get(place);
  if (known !== undefined) return known;
  const name = kinds.claim(`${baseName(place, kinds)}Data`);
  plains.set(place, name);
  return name;
}

/** A schema's type name. Each form of a record has its own. */
function baseName(place: string, kinds: Kinds): string {
  const entity = kinds.entityAt(place);
  if (entity === undefined) return kinds.typeNameAt(place);
  return entity.forms.length === 1 ? entity.name : typeName(wordsOf(ownName(place).split('.').at(-1) ?? ''));
}
