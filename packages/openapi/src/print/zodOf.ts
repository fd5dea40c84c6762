import ts from 'typescript';
import type { Field, Limits, Shape } from '../read/Shape.js';
import {
  array,
  arrow,
  call,
  documented,
  id,
  literal,
  member,
  object,
  parameter,
  string,
  typeRef,
} from './ast.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';
import { comes, differs, isNullableRecord, namedShape, nameOfType, type Purpose, typeOf } from './typeOf.js';

const { factory } = ts;

/** The file with the Zod schemas of named types. */
export const SCHEMAS = 'schemas';

/** The Zod schema of a shape: strict for requests, no stricter than the type for responses. */
export function zodOf(shape: Shape, purpose: Purpose, module: Module, output: Output): ts.Expression {
  const visit = (each: Shape) => zodOf(each, purpose, module, output);
  const z = (name: string, ...args: ts.Expression[]) => call(member(zod(module), name), args);
  switch (shape.kind) {
    case 'unknown':
      return z('unknown');
    case 'null':
      return z('null');
    case 'string':
      return comes(purpose) ? z('string') : limited(z('string'), shape.limits);
    case 'number':
      return comes(purpose) ? z('number') : limited(z(shape.isInteger ? 'int' : 'number'), shape.limits);
    case 'boolean':
      return z('boolean');
    case 'binary':
      return z('instanceof', id('Blob'));
    case 'literal':
      return z('literal', literal(shape.value));
    case 'array':
      return z('array', visit(shape.item));
    case 'map':
      return z('record', z('string'), visit(shape.value));
    case 'object': {
      const { entity } = output.kinds.resolve(shape);
      if (entity !== undefined && comes(purpose)) return zodEntity(shape, purpose, module, output);
      return zodObject(shape.fields, purpose, module, output);
    }
    case 'intersection':
      return shape.members.map(visit).reduce((all, each) => z('intersection', all, each));
    case 'union':
      return zodUnion(shape.members, purpose, module, output);
    case 'ref':
      return zodRef(shape.to, purpose, module, output);
  }
}

/** Imports Zod, and returns its name. */
export function zod(module: Module): string {
  return module.library('z', { from: 'zod' });
}

/** `z.object({ … })`; responses keep fields that are not in the description. */
export function zodObject(
  fields: readonly Field[],
  purpose: Purpose,
  module: Module,
  output: Output,
): ts.Expression {
  const shown = fields.filter(field => !(comes(purpose) ? field.isWriteOnly : field.isReadOnly));
  const members = shown.map(field => {
    const own = zodOf(field.shape, purpose, module, output);
    return [field.name, field.isRequired ? own : call(member(own, 'optional'), [])] as const;
  });
  return call(member(zod(module), comes(purpose) ? 'looseObject' : 'object'), [object(members)]);
}

function zodUnion(
  members: readonly Shape[],
  purpose: Purpose,
  module: Module,
  output: Output,
): ts.Expression {
  const z = (name: string, ...args: ts.Expression[]) => call(member(zod(module), name), args);
  const own = members.filter(({ kind }) => kind !== 'null');
  const values = own.flatMap(each => (each.kind === 'literal' ? [each.value] : []));
  const [first] = own;
  const choice =
    values.length === own.length && values.length > 1
      ? z('literal', array(values.map(literal)))
      : own.length === 1 && first !== undefined
        ? zodOf(first, purpose, module, output)
        : z('union', array(own.map(each => zodOf(each, purpose, module, output))));
  return own.length < members.length ? call(member(choice, 'nullable'), []) : choice;
}

function zodRef(pointer: string, purpose: Purpose, module: Module, output: Output): ts.Expression {
  const { kinds, zods } = output;
  const place = kinds.canonical(pointer);
  if (kinds.entityAt(place) !== undefined && purpose !== 'input') {
    return zodEntity({ kind: 'ref', to: place }, purpose, module, output);
  }
  const type = nameOfType(place, purpose, output);
  const isInput = purpose === 'input' && differs(place, output);
  const name = zodName(type);
  zods.set(name, { type, pointer: place, purpose: isInput ? 'input' : 'plain', isSent: !comes(purpose) });
  module.own(SCHEMAS, name);
  // Later declarations in the same file do not exist yet.
  const isDeclared = module.name !== SCHEMAS || name < (module.current ?? '');
  const whole = isDeclared
    ? id(name)
    : call(member(zod(module), 'lazy'), [
        arrow([], id(name), zodType(typeRef(module.own('types', type, { isType: true })), module)),
      ]);
  return isNullableRecord(place, kinds) ? call(member(whole, 'nullable'), []) : whole;
}

/** Where no schema finds a record, it may have any of its forms, so it is not checked. */
function zodEntity(shape: Shape, purpose: Purpose, module: Module, output: Output): ts.Expression {
  return call(member(zod(module), 'custom'), [], [typeOf(shape, purpose, module, output)]);
}

/** `petInputSchema` of `PetInput`. */
export function zodName(type: string): string {
  return `${type.slice(0, 1).toLowerCase()}${type.slice(1)}Schema`;
}

/** `export const petInputSchema = zodFor<PetInput>(…)` */
export function zodStatement(type: string, value: ts.Expression, module: Module): ts.Statement {
  const zodFor = module.own(SCHEMAS, ZOD_FOR);
  return constant(zodName(type), call(zodFor, [value], [typeRef(type)]));
}

/** Ties a schema to its type. An annotation would too, but takes the compiler minutes instead of seconds. */
const ZOD_FOR = 'zodFor';

/** `export function zodFor<T>(schema: z.core.$ZodType<T, T>): z.ZodType<T, T> …` */
function zodForStatement(module: Module): ts.Statement {
  const [core, whole] = [zodType(typeRef('T'), module, 'core', '$ZodType'), zodType(typeRef('T'), module)];
  const body = factory.createReturnStatement(factory.createAsExpression(id('schema'), whole));
  return documented(
    factory.createFunctionDeclaration(
      [factory.createModifier(ts.SyntaxKind.ExportKeyword)],
      undefined,
      ZOD_FOR,
      [factory.createTypeParameterDeclaration(undefined, 'T')],
      [parameter('schema', core)],
      whole,
      factory.createBlock([body], true),
    ),
    'The schema of a type. Where a schema does not fit its type, it does not compile.',
  );
}

/** `z.ZodType<T, T>` */
function zodType(type: ts.TypeNode, module: Module, ...path: readonly string[]): ts.TypeNode {
  const names = path.length === 0 ? ['ZodType'] : path;
  const name = names.reduce<ts.EntityName>(
    (left, right) => factory.createQualifiedName(left, right),
    id(zod(module)),
  );
  return factory.createTypeReferenceNode(name, [type, type]);
}

const constant = (name: string, value: ts.Expression): ts.Statement =>
  factory.createVariableStatement(
    [factory.createModifier(ts.SyntaxKind.ExportKeyword)],
    factory.createVariableDeclarationList(
      [factory.createVariableDeclaration(name, undefined, undefined, value)],
      ts.NodeFlags.Const,
    ),
  );

/** The Zod schemas of all named types that are checked somewhere. */
export function zodStatements(module: Module, output: Output): ts.Statement[] {
  const { kinds, zods } = output;
  const made = new Map<string, ts.Statement>();
  for (let before = -1; before !== made.size; ) {
    before = made.size;
    for (const [name, { type, pointer, purpose, isSent }] of [...zods]) {
      if (made.has(name)) continue;
      module.current = name;
      module.own('types', type, { isType: true });
      const checked = purpose === 'input' || isSent ? 'input' : 'plain';
      made.set(name, zodStatement(type, zodOf(namedShape(pointer, kinds), checked, module, output), module));
    }
  }
  const sorted = [...made.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, statement]) => statement);
  return [zodForStatement(module), ...sorted];
}

function limited(base: ts.Expression, limits: Limits = {}): ts.Expression {
  const { min, max, above, below, pattern } = limits;
  const checks: (readonly [string, ts.Expression | undefined])[] = [
    ['min', number(min)],
    ['max', number(max)],
    ['gt', number(above)],
    ['lt', number(below)],
    ['regex', regex(pattern)],
  ];
  return checks.reduce(
    (expression, [name, arg]) => (arg === undefined ? expression : call(member(expression, name), [arg])),
    base,
  );
}

function number(value: number | undefined): ts.Expression | undefined {
  return value === undefined || !Number.isFinite(value) ? undefined : literal(value);
}

/** A pattern of the description, if JavaScript accepts it. */
function regex(pattern: string | undefined): ts.Expression | undefined {
  if (pattern === undefined) return undefined;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
  return factory.createNewExpression(id('RegExp'), undefined, [string(pattern), string('u')]);
}
