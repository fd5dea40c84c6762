import ts from 'typescript';
import type { GroupPlan } from '../plan/Plan.js';
import { array, arrow, call, documented, id, keyword, member, parameter, string, typeRef } from './ast.js';
import { docOfEndpoint } from './docOfOperation.js';
import { ENDPOINT, endpointOf, FORM_ENDPOINT, JSON_ENDPOINT, typeBaseOf } from './endpointOf.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';

const { factory } = ts;

const exported = () => factory.createModifier(ts.SyntaxKind.ExportKeyword);
const overriding = () => factory.createModifier(ts.SyntaxKind.OverrideKeyword);

/** The endpoints that belong to no kind of record, one export each. */
export function groupStatements(
  { name: file, endpoints }: GroupPlan,
  module: Module,
  output: Output,
): ts.Statement[] {
  const group = file.replace(/endpoints$/i, '');
  for (const each of endpoints) {
    // Two groups may have a `list`; the second prefixes its types with the group's name.
    const typeNames = [typeBaseOf(each.name), typeBaseOf(group, each.name)] as const;
    const value = endpointOf(each, typeNames, module, output);
    const declaration = factory.createVariableStatement(
      [exported()],
      factory.createVariableDeclarationList(
        [factory.createVariableDeclaration(each.name, undefined, undefined, value)],
        ts.NodeFlags.Const,
      ),
    );
    module.statements.push(documented(declaration, docOfEndpoint(each, file, output)));
  }
  return module.statements;
}

/** What all requests of an API have in common. */
export interface Api {
  readonly server: string;
  readonly title: string;
  /** Whether it reads lists as `a[0]=1&a[1]=2`, in the query and in forms. */
  readonly isIndexed: boolean;
}

/** `export class ApiEndpoint … extends RestEndpoint`: sets the server. */
export function endpointStatements({ server, title, isIndexed }: Api, module: Module): ts.Statement[] {
  const members: ts.ClassElement[] = [
    factory.createPropertyDeclaration([overriding()], 'urlPrefix', undefined, undefined, string(server)),
    ...(isIndexed ? [indexing()] : []),
  ];
  const doc = [
    `What all endpoints of ${title} are made of.`,
    `For headers and the like, extend it in \`../${ENDPOINT}.ts\`, and run the generator again: all endpoints are made of your class then.`,
  ].join('\n\n');
  return [documented(subclass(ENDPOINT, module.library('RestEndpoint'), members, module), doc)];
}

/** `override searchToString(params) { … }` */
function indexing(): ts.ClassElement {
  const entries = call(member(id('value'), 'entries'), []);
  const value = factory.createConditionalExpression(
    call(member('Array', 'isArray'), [id('value')]),
    undefined,
    call(member('Object', 'fromEntries'), [entries]),
    undefined,
    id('value'),
  );
  const pair = factory.createArrayBindingPattern(
    ['name', 'value'].map(name => factory.createBindingElement(undefined, undefined, name)),
  );
  const pairs = call(member(call(member('Object', 'entries'), [id('params')]), 'map'), [
    arrow([parameter(pair)], array([id('name'), value])),
  ]);
  const written = factory.createCallExpression(member(factory.createSuper(), 'searchToString'), undefined, [
    call(member('Object', 'fromEntries'), [pairs]),
  ]);
  const params = typeRef('Readonly', [typeRef('Record', [keyword('string'), keyword('unknown')])]);
  const method = factory.createMethodDeclaration(
    [overriding()],
    undefined,
    'searchToString',
    undefined,
    undefined,
    [parameter('params', params)],
    keyword('string'),
    factory.createBlock([factory.createReturnStatement(written)], true),
  );
  return documented(method, 'Lists are written as this API reads them: `a[0]=1&a[1]=2`.');
}

/** `export class FormEndpoint … extends ApiEndpoint`: sends its body as a form. */
export function formStatements(module: Module): ts.Statement[] {
  const isNothing = factory.createBinaryExpression(
    id('body'),
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    id('undefined'),
  );
  const form = factory.createNewExpression(id('URLSearchParams'), undefined, [
    factory.createCallExpression(member(factory.createThis(), 'searchToString'), undefined, [
      factory.createAsExpression(
        id('body'),
        typeRef('Readonly', [typeRef('Record', [keyword('string'), keyword('unknown')])]),
      ),
    ]),
  ]);
  const sent = factory.createConditionalExpression(isNothing, undefined, id('body'), undefined, form);
  return encoding(FORM_ENDPOINT, sent, 'Sends what it is given as a form.', module);
}

/** `export class JsonEndpoint … extends ApiEndpoint`: also sends strings as JSON. */
export function jsonStatements(module: Module): ts.Statement[] {
  const isText = factory.createBinaryExpression(
    factory.createTypeOfExpression(id('body')),
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    string('string'),
  );
  const text = call(member('JSON', 'stringify'), [id('body')]);
  const sent = factory.createConditionalExpression(isText, undefined, text, undefined, id('body'));
  return encoding(JSON_ENDPOINT, sent, 'Sends a text as JSON, as all else.', module);
}

/** An endpoint class that encodes its body before sending it. */
function encoding(name: string, sent: ts.Expression, doc: string, module: Module): ts.Statement[] {
  const method = factory.createMethodDeclaration(
    [overriding()],
    undefined,
    'getRequestInit',
    undefined,
    undefined,
    [parameter('body', keyword('unknown'))],
    typeRef('Promise', [typeRef('RequestInit')]),
    factory.createBlock(
      [
        factory.createReturnStatement(
          factory.createCallExpression(member(factory.createSuper(), 'getRequestInit'), undefined, [sent]),
        ),
      ],
      true,
    ),
  );
  const base = module.own(ENDPOINT, ENDPOINT);
  return [documented(subclass(name, base, [method], module), doc)];
}

function subclass(
  name: string,
  base: string,
  members: readonly ts.ClassElement[],
  module: Module,
): ts.ClassDeclaration {
  const options = module.library('RestOptions', { isType: true });
  return factory.createClassDeclaration(
    [exported()],
    name,
    [
      factory.createTypeParameterDeclaration(
        [factory.createModifier(ts.SyntaxKind.ConstKeyword)],
        'Options',
        typeRef(options),
        typeRef(options),
      ),
    ],
    [
      factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, [
        factory.createExpressionWithTypeArguments(id(base), [typeRef('Options')]),
      ]),
    ],
    members,
  );
}
