import ts from 'typescript';
import type { ResourcePlan, StandardMember } from '../plan/Plan.js';
import type { Operation } from '../read/Operation.js';
import type { Field } from '../read/Shape.js';
import {
  array,
  arrow,
  call,
  documented,
  id,
  member,
  object,
  parameter,
  string,
  undefinedValue,
} from './ast.js';
import { docOfEndpoint, docOfOperation, headerNote, noteOfNull } from './docOfOperation.js';
import { emptyOption } from './emptyOption.js';
import {
  bodyValue,
  endpointClass,
  endpointOf,
  headerOption,
  isEmpty,
  isSentAsForm,
  type Options,
  recordOrNull,
  searchFields,
  searchOption,
  serverOption,
  typeBaseOf,
} from './endpointOf.js';
import { isRecordOrNull } from './isRecordOrNull.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';
import { removedByPath } from './removedByPath.js';
import { wholeSchema } from './wholeSchema.js';

const { factory } = ts;

type Added = readonly [name: string, value: ts.Expression, doc?: string | undefined];

/** `export const IssueResource = resource({ … }).extend(…)` */
export function resourceStatements(plan: ResourcePlan, module: Module, output: Output): ts.Statement[] {
  const { entity, standard } = plan;
  const { create, update, partialUpdate, getList } = standard;
  const schema = id(module.own(entity.name, entity.name));
  const sending = [create, update, partialUpdate].find(each => each?.body !== undefined);
  const options: Options = [
    ['path', string(plan.path)],
    ['schema', schema],
  ];
  if (getList !== undefined) {
    options.push(...searchOption(getList, [`${entity.name}Search`], module, output));
  }
  if (sending?.body !== undefined) {
    // The library makes a Zod schema partial for `partialUpdate`, which it cannot do with an optional one.
    const isRequired = sending.body.isRequired || (output.options.zod && partialUpdate !== undefined);
    const body = { ...sending.body, isRequired };
    options.push(['body', bodyValue(body, [`${entity.name}Body`], module, output)]);
  }
  if (plan.paginationField !== undefined) options.push(['paginationField', string(plan.paginationField)]);
  if (plan.nonFilters.length > 0) options.push(['nonFilterArgumentKeys', array(plan.nonFilters.map(string))]);
  options.push(['Endpoint', id(endpointClass(sending, module))]);

  const used = new Set<string>();
  const added = [
    ...changedMembers(plan, sending, used, module, output),
    ...missingMembers(plan),
    ...plan.members.map(
      (each): Added => [
        each.name,
        endpointOf(each, [typeBaseOf(entity.name, each.name)], module, output),
        docOfEndpoint(each, plan.name, output),
      ],
    ),
  ];
  const made = call(module.library('resource'), [object(options)]);
  const value = added.length === 0 ? made : call(member(made, 'extend'), [extension(used, added)]);
  const declaration = factory.createVariableStatement(
    [factory.createModifier(ts.SyntaxKind.ExportKeyword)],
    factory.createVariableDeclarationList(
      [factory.createVariableDeclaration(plan.name, undefined, undefined, value)],
      ts.NodeFlags.Const,
    ),
  );
  return [...module.statements, documented(declaration, docOfResource(plan, output))];
}

/** `({ getList, update }) => ({ … })` */
function extension(used: ReadonlySet<string>, added: readonly Added[]): ts.Expression {
  const names = [...used].sort();
  const base = factory.createObjectBindingPattern(
    names.map(name =>
      factory.createBindingElement(
        undefined,
        name === 'delete' ? 'delete' : undefined,
        name === 'delete' ? 'remove' : name,
      ),
    ),
  );
  return arrow(names.length > 0 ? [parameter(base)] : [], object(added));
}

/** Members that differ from those that `resource()` creates. */
function changedMembers(
  plan: ResourcePlan,
  sending: Operation | undefined,
  used: Set<string>,
  module: Module,
  output: Output,
): Added[] {
  const { entity, standard, itemPlace, listPlace } = plan;
  const changed: Added[] = [];
  const extend = (name: string, options: Options) => {
    if (options.length === 0) return;
    used.add(name);
    const base = id(name === 'delete' ? 'remove' : name);
    changed.push([name, call(member(base, 'extend'), [object(options)])]);
  };
  const ownUrl = (name: StandardMember, pathOf = name): Options => {
    const path = plan.ownPaths[pathOf];
    const operation = standard[name];
    return [
      ...(path === undefined ? [] : [['path', string(path)] as const]),
      ...(operation === undefined ? [] : serverOption(operation)),
    ];
  };
  const enveloped = (operation: Operation | undefined): Options => {
    const shape = operation?.response.shape;
    const schema =
      itemPlace.length === 0 || shape === undefined ? undefined : wholeSchema(shape, module, output);
    return schema === undefined ? [] : [['schema', schema]];
  };

  const getShape = standard.get?.response.shape;
  extend('get', [
    ...ownUrl('get'),
    ...(standard.get ? ownSearch(standard.get, plan, 'Get', module, output) : []),
    ...(getShape && isRecordOrNull(getShape, output)
      ? recordOrNull(getShape, module, output)
      : enveloped(standard.get)),
  ]);
  const listShape = standard.getList?.response.shape;
  const listSchema =
    listPlace.length > 0 && listShape !== undefined
      ? wholeSchema(listShape, module, output, { place: listPlace, schema: member('getList', 'schema') })
      : undefined;
  extend('getList', [
    ...ownUrl('getList'),
    ...(listSchema === undefined ? [] : [['schema', listSchema] as const]),
    ...(standard.getList === undefined ? [] : emptyOption(standard.getList, output)),
    // For creations. Reading the list sends no body, so the header has no meaning there.
    ...headerOption(standard.create?.body),
  ]);
  if (standard.create !== undefined && !isPush(plan)) {
    used.add('getList');
    const push = member('getList', 'push');
    const options = [
      ...ownUrl('create', plan.ownPaths.create === undefined ? 'getList' : 'create'),
      ...creationSearch(plan, standard.create, module, output),
      ...headerOption(standard.create.body),
      ...envelopedCreation(plan, standard.create, module, output),
    ];
    changed.push([
      'create',
      call(member(push, 'extend'), [object(options)]),
      docOfOperation(standard.create),
    ]);
  }
  for (const name of ['update', 'partialUpdate'] as const) {
    const operation = standard[name];
    if (operation === undefined) continue;
    extend(name, [
      ...ownUrl(name),
      ...(operation.method === 'POST' ? [['method', string('POST')] as const] : []),
      ...ownSearch(operation, plan, name, module, output),
      ...ownBody(
        operation,
        sending,
        typeBaseOf(entity.name, name, 'body'),
        name === 'partialUpdate',
        module,
        output,
      ),
      ...headerOption(operation.body),
      ...encodingOption(operation, sending, module),
      ...(plan.unsaid.includes(name)
        ? [['process', arrow([], undefinedValue())] as const]
        : enveloped(operation)),
    ]);
  }
  if (standard.delete !== undefined) {
    extend('delete', [
      ...ownUrl('delete'),
      ...ownSearch(standard.delete, plan, 'Delete', module, output),
      ...deletionBody(standard.delete, sending, typeBaseOf(entity.name, 'DeleteBody'), module, output),
      ...deletion(plan, standard.delete, output),
    ]);
  }
  return changed;
}

function ownSearch(
  operation: Operation,
  plan: ResourcePlan,
  name: string,
  module: Module,
  output: Output,
): Options {
  return searchOption(operation, [typeBaseOf(plan.entity.name, name, 'search')], module, output);
}

/** The search parameters of a creation, without those that only the list requires. */
function creationSearch(plan: ResourcePlan, create: Operation, module: Module, output: Output): Options {
  const own = ownSearch(create, plan, 'Create', module, output);
  const isOfList = plan.standard.getList?.query.some(({ isRequired }) => isRequired) ?? false;
  return own.length === 0 && isOfList ? [['searchParams', undefinedValue()]] : own;
}

/** `{ data: getList.schema.push }`: the record in a creation's response joins the lists. */
function envelopedCreation(
  { createPlace }: ResourcePlan,
  { response: { shape } }: Operation,
  module: Module,
  output: Output,
): Options {
  if (createPlace.length === 0 || shape === undefined) return [];
  const joined = { place: createPlace, schema: member(member('getList', 'schema'), 'push') };
  const schema = wholeSchema(shape, module, output, joined);
  return schema === undefined ? [] : [['schema', schema]];
}

/**
 * Whether the list's `push` can send a creation: it has the list's URL, only the list's search parameters, including
 * all required ones, and its response is the record.
 */
function isPush({ standard: { create, getList }, ownPaths, createPlace }: ResourcePlan): boolean {
  if (create === undefined) return true;
  if (createPlace.length > 0) return false;
  const asText = (field: Field) => JSON.stringify([field.name, field.isRequired, field.shape]);
  const ofList = (getList === undefined ? [] : searchFields(getList)).map(field => ({
    field,
    text: asText(field),
  }));
  const own = new Set(searchFields(create).map(asText));
  const isSameUrl = ownPaths.create === undefined && create.server === getList?.server;
  const isWhole = ofList.every(({ field, text }) => !field.isRequired || own.has(text));
  return isSameUrl && isWhole && [...own].every(each => ofList.some(({ text }) => text === each));
}

/** The body of an update, if it differs from the resource's. */
function ownBody(
  { body }: Operation,
  sending: Operation | undefined,
  name: string,
  isPartial: boolean,
  module: Module,
  output: Output,
): Options {
  if (body === undefined) return [['body', undefinedValue()]];
  const isSame = JSON.stringify(body.shape) === JSON.stringify(sending?.body?.shape);
  // A partial update changes nothing without a body, whatever the description says.
  if (isSame && (isPartial || body.isRequired === sending?.body?.isRequired)) return [];
  return [['body', bodyValue(body, [name], module, output)]];
}

/** The body of a deletion, such as a time limit. Most have none. */
function deletionBody(
  operation: Operation,
  sending: Operation | undefined,
  name: string,
  module: Module,
  output: Output,
): Options {
  const { body } = operation;
  if (body === undefined || isEmpty(body, output)) return [];
  return [
    ['body', bodyValue(body, [name], module, output)],
    ...headerOption(body),
    ...encodingOption(operation, sending, module),
  ];
}

/** How a body is encoded, if the resource's endpoint class does it differently. */
function encodingOption(operation: Operation, sending: Operation | undefined, module: Module): Options {
  if (operation.body === undefined || isSentAsForm(operation) === isSentAsForm(sending)) return [];
  const encode = member(member(endpointClass(operation, module), 'prototype'), 'getRequestInit');
  return [['getRequestInit', encode]];
}

/** A deletion whose response is not the record: the path names the deleted one. */
function deletion({ entity, parameters }: ResourcePlan, operation: Operation, { kinds }: Output): Options {
  const { shape } = operation.response;
  if (shape !== undefined && kinds.resolve(shape).entity === entity) return [];
  const isUsual = entity.key.length === 1 && entity.key[0]?.length === 1;
  if (shape === undefined && isUsual) return [];
  return removedByPath(entity, operation, parameters);
}

/** The usual members that the API lacks. Calling one fails before anything is sent. */
function missingMembers({ standard, members }: ResourcePlan): Added[] {
  const present = new Set(members.map(({ name }) => name));
  const missing = (['get', 'getList', 'update', 'partialUpdate', 'delete'] as const).filter(
    name => standard[name] === undefined && !present.has(name),
  );
  return missing.map((name, i): Added => [name, undefinedValue(), i === 0 ? 'Not in this API.' : undefined]);
}

function docOfResource(plan: ResourcePlan, output: Output): string {
  const { entity, standard } = plan;
  const names: Readonly<Record<StandardMember, string>> = {
    get: 'get',
    getList: 'getList',
    create: isPush(plan) ? 'getList.push' : 'create',
    update: 'update',
    partialUpdate: 'partialUpdate',
    delete: 'delete',
  };
  const rows = Object.entries(standard).flatMap(([name, operation]) => {
    if (operation === undefined) return [];
    const text =
      operation.summary ?? operation.description?.split('\n')[0] ?? `${operation.method} ${operation.path}`;
    const line = `- \`${names[name as StandardMember]}\`: ${text.trim()}`;
    const note = [headerNote(operation), noteOfNull(operation, output)].filter(Boolean).join(' ');
    const end = note === '' ? '' : `${line.endsWith('.') ? '' : '.'} ${note}`;
    return [`${line}${end}${operation.isDeprecated ? ' (deprecated)' : ''}`];
  });
  return [`The endpoints of ${entity.name}.`, rows.join('\n')].join('\n\n');
}
