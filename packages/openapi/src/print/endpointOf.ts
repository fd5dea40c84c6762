import ts from 'typescript';
import type { Kinds } from '../plan/Kinds.js';
import type { EndpointPlan, Removed } from '../plan/Plan.js';
import { typeName, wordsOf } from '../plan/words.js';
import type { Body, Operation } from '../read/Operation.js';
import { isForm, isJson, parameterNames } from '../read/readOperations.js';
import type { Field, Shape } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';
import {
  arrow,
  call,
  id,
  keyword,
  make,
  member,
  nullType,
  object,
  parameter,
  string,
  typeRef,
  undefinedValue,
  union,
} from './ast.js';
import { emptyOption, isNullable } from './emptyOption.js';
import { isRecordOrNull } from './isRecordOrNull.js';
import { listingSchema } from './listingSchema.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';
import { removedByPath } from './removedByPath.js';
import { schemaOf } from './schemaOf.js';
import { fieldSignatures, objectType, typeOf } from './typeOf.js';
import { wholeSchema } from './wholeSchema.js';
import { zodName, zodObject, zodOf, zodStatement } from './zodOf.js';

const { factory } = ts;

/** The file and base class of all endpoints. */
export const ENDPOINT = 'ApiEndpoint';
/** For endpoints that send forms. */
export const FORM_ENDPOINT = 'FormEndpoint';

/** For endpoints whose JSON body may be a string. */
export const JSON_ENDPOINT = 'JsonEndpoint';

/** Options of an endpoint, in the order in which they are written. */
export type Options = (readonly [name: string, value: ts.Expression])[];

/** The most fields that an inline type may have. */
const SHORT = 2;

/** The class of an operation's endpoint. */
export function endpointClass(operation: Operation | undefined, module: Module): string {
  const name = isSentAsForm(operation) ? FORM_ENDPOINT : ENDPOINT;
  return module.own(name, name);
}

export const isSentAsForm = (operation: Operation | undefined): boolean =>
  /x-www-form-urlencoded/.test(operation?.body?.mediaType ?? '');

/** Whether the JSON body may be a string, which is sent as it is unless encoded. */
export function isSentAsJsonText({ method, body }: Operation, kinds: Kinds): boolean {
  if (method === 'GET' || body === undefined || !isJson(body.mediaType)) return false;
  const isText = (shape: Shape): boolean => {
    const { shape: inner, entity } = kinds.resolve(shape);
    if (entity !== undefined) return false;
    if (inner.kind === 'union') return inner.members.some(isText);
    return inner.kind === 'string' || (inner.kind === 'literal' && typeof inner.value === 'string');
  };
  return isText(body.shape);
}

/** `new ApiEndpoint({ … })` */
export function endpointOf(
  { operation, path, parameters, removed, listing }: EndpointPlan,
  typeBases: TypeNames,
  module: Module,
  output: Output,
): ts.Expression {
  const { method, body } = operation;
  const options: Options = [['path', string(path)], ...serverOption(operation)];
  const isSending = method !== 'GET' && method !== 'DELETE';
  const sent = method === 'GET' || isEmpty(body, output) ? undefined : body;
  const isImplied = sent === undefined ? method === 'GET' : method === 'POST';
  if (!isImplied) options.push(['method', string(method)]);
  options.push(...searchOption(operation, named(typeBases, 'Search'), module, output));
  if (sent !== undefined) options.push(['body', bodyValue(sent, named(typeBases, 'Body'), module, output)]);
  else if (isSending) options.push(['body', undefinedValue()]);
  const isText = isSentAsJsonText(operation, output.kinds);
  options.push(...(isText ? [jsonHeader(sent)] : headerOption(sent)));
  const removal = removed && removalOptions(removed, operation, parameters, module, output);
  const listed = listing && listingSchema(listing, operation, module, output);
  // Created only if it is written, because it adds imports.
  const told = (): Options =>
    listed === undefined
      ? responseOptions(operation, module, output)
      : [...emptyOption(operation, output), ['schema', listed]];
  options.push(...(removal ?? told()));
  const made = isText ? module.own(JSON_ENDPOINT, JSON_ENDPOINT) : endpointClass(operation, module);
  return factory.createNewExpression(id(made), undefined, [object(options)]);
}

/** Options that remove the deleted record: `schema: new Invalidate(Pet)`. */
function removalOptions(
  { shape, entity, isGiven }: Removed,
  operation: Operation,
  parameters: readonly string[],
  module: Module,
  output: Output,
): Options | undefined {
  const schema = output.relations.of(shape) && schemaOf(shape, module, output);
  if (schema === undefined) return undefined;
  const invalidate = make(module.library('Invalidate'), [schema]);
  const told = isGiven ? [] : removedByPath(entity, operation, parameters);
  return [['schema', invalidate], ...told];
}

/** The server of an operation, if it has its own. */
export function serverOption({ server }: Operation): Options {
  return server === undefined ? [] : [['urlPrefix', string(server)]];
}

/** Whether a body has no fields. Some generators add an empty optional form to every request. */
export function isEmpty(body: Body | undefined, { kinds }: Output): boolean {
  if (body === undefined) return true;
  const { shape } = kinds.resolve(body.shape);
  return !body.isRequired && isForm(body.mediaType) && shape.kind === 'map';
}

/** The query parameters of an operation, without those in its path. */
export function searchFields({ path, query }: Operation): readonly Field[] {
  const inPath = new Set(parameterNames(path));
  return query.filter(field => !inPath.has(field.name));
}

/** The search parameters of an endpoint. */
export function searchOption(
  operation: Operation,
  names: TypeNames,
  module: Module,
  output: Output,
): Options {
  const fields = searchFields(operation);
  if (fields.length === 0) return [];
  return [['searchParams', fieldsValue(fields, names, 'query', module, output)]];
}

/** `type<T>()` */
export function typed(type: ts.TypeNode, module: Module): ts.Expression {
  return call(module.library('type'), [], [type]);
}

/** The value of `body`. */
export function bodyValue(body: Body, names: TypeNames, module: Module, output: Output): ts.Expression {
  const { shape, mediaType, isRequired } = body;
  const isMultipart = mediaType.includes('multipart');
  const { shape: inner } = withoutNull(shape);
  if (output.options.zod && !isMultipart) {
    const value =
      inner.kind === 'object'
        ? fieldsValue(inner.fields, names, 'input', module, output)
        : zodOf(shape, 'input', module, output);
    return isRequired ? value : call(member(value, 'optional'), []);
  }
  const type = isMultipart
    ? typeRef('FormData')
    : inner.kind === 'object'
      ? fieldsType(inner.fields, names, 'input', module, output)
      : typeOf(isJson(mediaType) || isForm(mediaType) ? shape : inner, 'input', module, output);
  return typed(isRequired ? type : union([type, keyword('undefined')]), module);
}

/** The type of some fields as `type<T>()`, or their Zod schema. */
function fieldsValue(
  fields: readonly Field[],
  names: TypeNames,
  purpose: 'query' | 'input',
  module: Module,
  output: Output,
): ts.Expression {
  if (!output.options.zod) return typed(fieldsType(fields, names, purpose, module, output), module);
  const value = zodObject(fields, purpose, module, output);
  if (isShort(fields)) return value;
  const type = declaredType(fields, names, purpose, module, output);
  module.statements.push(zodStatement(type, value, module));
  return id(zodName(type));
}

function fieldsType(
  fields: readonly Field[],
  names: TypeNames,
  purpose: 'query' | 'input',
  module: Module,
  output: Output,
): ts.TypeNode {
  return isShort(fields)
    ? objectType(fields, purpose, module, output)
    : typeRef(declaredType(fields, names, purpose, module, output));
}

/** Whether a type is written inline. */
function isShort(fields: readonly Field[]): boolean {
  return fields.length <= SHORT && fields.every(field => !field.description && isPlain(field.shape));
}

/** Declares the type of fields, and returns its name. */
function declaredType(
  fields: readonly Field[],
  names: TypeNames,
  purpose: 'query' | 'input',
  module: Module,
  output: Output,
): string {
  const given = output.kinds.claim(...names);
  module.statements.push(
    factory.createInterfaceDeclaration(
      [factory.createModifier(ts.SyntaxKind.ExportKeyword)],
      given,
      undefined,
      undefined,
      fieldSignatures(fields, purpose, module, output),
    ),
  );
  return given;
}

function isPlain({ kind }: Shape): boolean {
  return kind !== 'object' && kind !== 'union' && kind !== 'intersection';
}

/** The content type of the body, if the library would not send it by itself. */
export function headerOption(body: Body | undefined): Options {
  const mediaType = body?.mediaType;
  const isUsual = /^application\/json(?![\w.+-])|^\*|multipart|x-www-form-urlencoded/;
  if (mediaType === undefined || isUsual.test(mediaType)) return [];
  if (mediaType.includes('*')) return [];
  return [contentType(mediaType)];
}

/** The content type of JSON that may be a string. */
function jsonHeader(body: Body | undefined): Options[number] {
  const mediaType = body?.mediaType ?? '*';
  return contentType(mediaType.includes('*') ? 'application/json' : mediaType);
}

function contentType(mediaType: string): Options[number] {
  return ['requestInit', object([['headers', object([['Content-Type', string(mediaType)]])]])];
}

/** The options for a response: a schema for records, a type for anything else. */
export function responseOptions(operation: Operation, module: Module, output: Output): Options {
  const { method, response } = operation;
  if (response.content === 'none' || response.shape === undefined) return [];
  if (response.content !== 'json') return [['content', string(response.content)]];
  if (method === 'GET' && isRecordOrNull(response.shape, output))
    return recordOrNull(response.shape, module, output);
  const empty = emptyOption(operation, output);
  // A schema needs an object. A nullable response without an empty value stays plain data.
  const isPlain = method === 'GET' && empty.length === 0 && isNullable(response.shape, output.kinds);
  if (!isPlain && output.relations.isIn(response.shape)) {
    const schema = wholeSchema(response.shape, module, output);
    if (schema !== undefined) return [...empty, ['schema', schema]];
  }
  if (response.shape.kind === 'unknown') return [];
  if (output.options.zod) return [['responseSchema', zodOf(response.shape, 'plain', module, output)]];
  const type = typeOf(response.shape, isPlain ? 'plain' : 'read', module, output);
  return [['process', arrow([parameter('response', type)], id('response'))]];
}

/** Puts a nullable record in a field: a schema alone requires a record. */
export function recordOrNull(shape: Shape, module: Module, output: Output): Options {
  const schema = schemaOf(shape, module, output);
  if (schema === undefined || !ts.isIdentifier(schema)) return [];
  const type = union([factory.createTypeQueryNode(schema), nullType()]);
  const field = object([['record', id('record')]]);
  return [
    [
      'process',
      arrow([parameter('record', keyword('unknown'))], factory.createParenthesizedExpression(field)),
    ],
    ['schema', object([['record', factory.createAsExpression(schema, type)]])],
  ];
}

/** Candidate names for a type, best first. The first free one is used. */
export type TypeNames = readonly [string, ...string[]];

const named = (bases: TypeNames, ending: string): TypeNames =>
  bases.map(base => `${base}${ending}`) as [string, ...string[]];

/** The common prefix of the names of an endpoint's types. */
export function typeBaseOf(...names: readonly string[]): string {
  return typeName(names.flatMap(wordsOf));
}
