import ts from 'typescript';

const { factory } = ts;

export const id = (name: string): ts.Identifier => factory.createIdentifier(name);

export const isIdentifier = (name: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);

/** A field's name. `__proto__` is in brackets, because without them it sets the prototype. */
const fieldName = (name: string): ts.PropertyName =>
  name === '__proto__' ? factory.createComputedPropertyName(string(name)) : propertyName(name);

/** A field's name, quoted if necessary. */
export const propertyName = (name: string): ts.PropertyName =>
  isIdentifier(name) ? id(name) : factory.createStringLiteral(name, true);

export const string = (text: string): ts.StringLiteral => factory.createStringLiteral(text, true);

export function literal(value: string | number | boolean): ts.Expression {
  if (typeof value === 'string') return string(value);
  if (typeof value === 'boolean') return value ? factory.createTrue() : factory.createFalse();
  const size = factory.createNumericLiteral(Math.abs(value));
  return value < 0 ? factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, size) : size;
}

export const undefinedValue = (): ts.Expression => id('undefined');

export const object = (
  fields: readonly (readonly [name: string, value: ts.Expression, doc?: string | undefined])[],
): ts.ObjectLiteralExpression =>
  factory.createObjectLiteralExpression(
    fields.map(([name, value, doc]) =>
      documented(
        ts.isIdentifier(value) && value.text === name && name !== 'undefined'
          ? factory.createShorthandPropertyAssignment(name)
          : factory.createPropertyAssignment(fieldName(name), value),
        doc,
      ),
    ),
    fields.length > 0,
  );

export const array = (items: readonly ts.Expression[]): ts.Expression =>
  factory.createArrayLiteralExpression(items);

export const call = (
  callee: ts.Expression | string,
  args: readonly ts.Expression[],
  types?: readonly ts.TypeNode[],
): ts.Expression =>
  factory.createCallExpression(typeof callee === 'string' ? id(callee) : callee, types, args);

export const make = (name: string, args: readonly ts.Expression[]): ts.Expression =>
  factory.createNewExpression(id(name), undefined, args);

export const member = (of: ts.Expression | string, name: string): ts.Expression => {
  const holder = typeof of === 'string' ? id(of) : of;
  return isIdentifier(name)
    ? factory.createPropertyAccessExpression(holder, name)
    : factory.createElementAccessExpression(holder, string(name));
};

/** `(parameters) => value` */
export const arrow = (
  parameters: readonly ts.ParameterDeclaration[],
  value: ts.Expression,
  type?: ts.TypeNode,
): ts.Expression =>
  factory.createArrowFunction(
    undefined,
    undefined,
    parameters,
    type,
    undefined,
    ts.isObjectLiteralExpression(value) ? factory.createParenthesizedExpression(value) : value,
  );

export const parameter = (name: string | ts.BindingName, type?: ts.TypeNode): ts.ParameterDeclaration =>
  factory.createParameterDeclaration(undefined, undefined, name, undefined, type);

export const keyword = (
  kind: 'string' | 'number' | 'boolean' | 'unknown' | 'undefined' | 'never',
): ts.TypeNode =>
  factory.createKeywordTypeNode(
    {
      string: ts.SyntaxKind.StringKeyword,
      number: ts.SyntaxKind.NumberKeyword,
      boolean: ts.SyntaxKind.BooleanKeyword,
      unknown: ts.SyntaxKind.UnknownKeyword,
      undefined: ts.SyntaxKind.UndefinedKeyword,
      never: ts.SyntaxKind.NeverKeyword,
    }[kind] as ts.KeywordTypeSyntaxKind,
  );

export const nullType = (): ts.TypeNode => factory.createLiteralTypeNode(factory.createNull());

export const typeRef = (name: string, args?: readonly ts.TypeNode[]): ts.TypeNode =>
  factory.createTypeReferenceNode(name, args);

/** A flat union of several types, with `null` and `undefined` last. */
export function union(types: readonly ts.TypeNode[]): ts.TypeNode {
  const flat = types.flatMap(type => (ts.isUnionTypeNode(type) ? [...type.types] : [type]));
  // `unknown` includes all others.
  const everything = flat.find(type => type.kind === ts.SyntaxKind.UnknownKeyword);
  if (everything !== undefined) return everything;
  const rank = (type: ts.TypeNode) =>
    type.kind === ts.SyntaxKind.UndefinedKeyword ? 2 : isNullType(type) ? 1 : 0;
  const byRank = [0, 1, 2].map(wanted => flat.filter(type => rank(type) === wanted));
  const [own = [], [nothing], [missing]] = [byRank[0], byRank[1] ?? [], byRank[2] ?? []];
  const members = [...own, ...(nothing ? [nothing] : []), ...(missing ? [missing] : [])];
  const [only] = members;
  return members.length === 1 && only !== undefined ? only : factory.createUnionTypeNode(members);
}

function isNullType(type: ts.TypeNode): boolean {
  return ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword;
}

/** Puts a comment before a node: `/** … *​/`. */
export function documented<N extends ts.Node>(node: N, doc: string | undefined): N {
  const text = doc && commentText(doc);
  if (!text) return node;
  return ts.addSyntheticLeadingComment(node, ts.SyntaxKind.MultiLineCommentTrivia, text, true);
}

const LINE = 100;

/** The text between the slashes of a comment: one line if it fits, with end markers escaped. */
function commentText(doc: string): string | undefined {
  const lines = doc
    .replaceAll('\r', '')
    .replaceAll('*/', '*\\/')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .split('\n')
    .flatMap(wrapped);
  const [only, ...others] = lines;
  if (only === undefined || (only === '' && others.length === 0)) return undefined;
  return others.length === 0
    ? `* ${only} `
    : `*\n${lines.map(line => (line === '' ? ' *' : ` * ${line}`)).join('\n')}\n `;
}

function wrapped(line: string): string[] {
  const lines: string[] = [];
  let rest = line;
  // Tables and code stay as they are.
  while (rest.length > LINE && !/^\s*(\||`{3}|\s{4})/.test(line)) {
    const cut = rest.lastIndexOf(' ', LINE);
    if (cut <= 0) break;
    lines.push(rest.slice(0, cut));
    rest = rest.slice(cut + 1);
  }
  return [...lines, rest];
}

/** Marks an empty line, which the printer cannot write. */
const GAP = '---';

/** Puts an empty line before a node. */
export function apart<N extends ts.Node>(node: N): N {
  const own = ts.getSyntheticLeadingComments(node) ?? [];
  return ts.setSyntheticLeadingComments(node, [
    { kind: ts.SyntaxKind.SingleLineCommentTrivia, text: GAP, hasTrailingNewLine: true, pos: -1, end: -1 },
    ...own,
  ]);
}

const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed });
const blank = ts.createSourceFile('blank.ts', '', ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);

/** Statements as text; empty lines separate all but imports. */
export function print(statements: readonly ts.Statement[]): string {
  const isImport = (statement: ts.Statement | undefined) => statement && ts.isImportDeclaration(statement);
  return statements
    .map((statement, i) => {
      const text = printer.printNode(ts.EmitHint.Unspecified, statement, blank);
      return isImport(statement) && isImport(statements[i + 1]) ? `${text}\n` : `${text}\n\n`;
    })
    .join('')
    .replaceAll(/^[ \t]*\/\/---$/gm, '');
}
