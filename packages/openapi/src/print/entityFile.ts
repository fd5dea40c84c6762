import ts from 'typescript';
import type { EntityKind } from '../plan/Kinds.js';
import { isReserved } from '../plan/keys.js';
import type { Field } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';
import {
  apart,
  arrow,
  documented,
  id,
  isIdentifier,
  keyword,
  make,
  member,
  nullType,
  object,
  parameter,
  propertyName,
  string,
  typeRef,
  undefinedValue,
  union,
} from './ast.js';
import { defaultOf } from './defaultOf.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';
import { schemaOf } from './schemaOf.js';
import { docOf, typeOf } from './typeOf.js';

const { factory } = ts;

/** The class of one kind of record. */
export function entityStatements(entity: EntityKind, module: Module, output: Output): ts.Statement[] {
  const read = entity.fields.filter(field => !field.isWriteOnly);
  const fields = read.map(field => renamed(field, read));
  const members: ts.ClassElement[] = fields.map(field => fieldOf(field, entity, module, output));
  members.push(apart(staticField('key', string(entity.name))));
  const schema = fields.flatMap(field => {
    const nested = isDate(field, output) ? dateReader() : schemaOf(field.shape, module, output, entity);
    return nested === undefined ? [] : [[field.name, nested] as const];
  });
  if (schema.length > 0) members.push(staticField('schema', object(schema)));
  const sources = read
    .filter(({ name }) => isReserved(name))
    .map(field => [renamed(field, read).name, string(field.name)] as const);
  if (sources.length > 0) members.push(staticField('sources', object(sources)));
  const pk = pkOf(entity);
  if (pk !== undefined) members.push(apart(pk));
  const declaration = factory.createClassDeclaration(
    [factory.createModifier(ts.SyntaxKind.ExportKeyword)],
    entity.name,
    undefined,
    [
      factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, [
        factory.createExpressionWithTypeArguments(id(module.library('Entity')), undefined),
      ]),
    ],
    members,
  );
  return [documented(declaration, entity.description)];
}

/** A field, renamed if its name is reserved. */
function renamed(field: Field, all: readonly Field[]): Field {
  if (!isReserved(field.name)) return field;
  let name = field.name;
  while (isReserved(name) || all.some(other => other.name === name)) name += '_';
  const note = `Comes as \`${field.name}\`, a name that every entity uses itself.`;
  return { ...field, name, description: [field.description, note].filter(Boolean).join('\n\n') };
}

function isDate({ shape }: Field, { options }: Output): boolean {
  const { shape: inner } = withoutNull(shape);
  return options.dates && inner.kind === 'string' && inner.format === 'date-time';
}

function dateReader(): ts.Expression {
  return arrow([parameter('iso', keyword('string'))], make('Date', [id('iso')]));
}

function fieldOf(field: Field, entity: EntityKind, module: Module, output: Output): ts.ClassElement {
  const { shape, isNullable } = withoutNull(field.shape);
  const isDated = isDate(field, output);
  const type = isDated
    ? union([typeRef('Date'), ...(isNullable ? [nullType()] : [])])
    : typeOf(field.shape, 'read', module, output);
  const initial = field.isRequired
    ? isDated
      ? isNullable
        ? factory.createNull()
        : make('Date', [factory.createNumericLiteral(0)])
      : defaultOf(field.shape, module, output, entity)
    : undefined;
  if (initial !== undefined && !isNullable && shape.kind === 'literal') {
    const value = factory.createAsExpression(initial, typeRef('const'));
    return documented(
      factory.createPropertyDeclaration(undefined, propertyName(field.name), undefined, undefined, value),
      docOf(field),
    );
  }
  const isInferred =
    initial !== undefined && !isNullable && (isDated || ['string', 'number', 'boolean'].includes(shape.kind));
  return documented(
    factory.createPropertyDeclaration(
      undefined,
      propertyName(field.name),
      undefined,
      isInferred ? undefined : initial === undefined ? withUndefined(type) : type,
      initial ?? undefinedValue(),
    ),
    docOf(field),
  );
}

function withUndefined(type: ts.TypeNode): ts.TypeNode {
  // `unknown` includes it.
  if (type.kind === ts.SyntaxKind.UnknownKeyword) return type;
  const members = ts.isUnionTypeNode(type) ? [...type.types] : [type];
  return union([...members, keyword('undefined')]);
}

function staticField(name: string, value: ts.Expression): ts.PropertyDeclaration {
  return factory.createPropertyDeclaration(
    [factory.createModifier(ts.SyntaxKind.StaticKeyword)],
    name,
    undefined,
    undefined,
    value,
  );
}

/** The method `pk()`, if the key is not the field `id`. */
function pkOf({ key, fields }: EntityKind): ts.MethodDeclaration | undefined {
  const [only] = key;
  if (key.length === 1 && only?.length === 1 && only[0] === 'id') return undefined;
  const parts = key.map(path => valueAt(path, fields));
  const [first] = parts;
  if (first === undefined) return undefined;
  const value = parts.length === 1 ? first.value : joined(parts.map(part => part.value));
  const kinds = parts.length === 1 ? first.types : ['string' as const];
  return factory.createMethodDeclaration(
    [factory.createModifier(ts.SyntaxKind.OverrideKeyword)],
    undefined,
    'pk',
    undefined,
    undefined,
    [],
    union(kinds.map(kind => keyword(kind))),
    factory.createBlock([factory.createReturnStatement(value)], true),
  );
}

function valueAt(path: readonly string[], fields: readonly Field[]) {
  const [first = '', ...rest] = path;
  const field = fields.find(({ name }) => name === first);
  const isOptional = !field?.isRequired;
  let value: ts.Expression = member(factory.createThis(), first);
  for (const name of rest) {
    const ifThere = factory.createToken(ts.SyntaxKind.QuestionDotToken);
    value = isIdentifier(name)
      ? factory.createPropertyAccessChain(value, ifThere, name)
      : factory.createElementAccessChain(value, ifThere, string(name));
  }
  const kind = field?.shape.kind === 'number' ? ('number' as const) : ('string' as const);
  const both = field?.shape.kind === 'union' ? (['string', 'number'] as const) : [kind];
  return { value, types: [...both, ...(isOptional || rest.length > 0 ? (['undefined'] as const) : [])] };
}

/** `${one}/${other}` */
function joined(parts: readonly ts.Expression[]): ts.Expression {
  return factory.createTemplateExpression(
    factory.createTemplateHead(''),
    parts.map((part, i) =>
      factory.createTemplateSpan(
        part,
        i === parts.length - 1 ? factory.createTemplateTail('') : factory.createTemplateMiddle('/'),
      ),
    ),
  );
}
