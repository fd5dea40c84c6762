import { AST_NODE_TYPES, type TSESTree } from '@typescript-eslint/utils';
import { type LibraryNames, nameOf } from './libraryNames.js';

/**
 * What an expression is, as far as the file shows it:
 *
 * | | |
 * |---|---|
 * | `data` | what a hook returned, or a part of it |
 * | `response` | an object whose `data` is that |
 * | `responses` | an array of such objects |
 * | `pages` | an object whose `pages` is an array of data |
 * | `copy` | the component's own array, whose elements are shared |
 * | `object` | the component's own object, `{ ...todo }`, whose fields are shared |
 */
export type Kind = 'data' | 'response' | 'responses' | 'pages' | 'copy' | 'object';

/** What hooks return. */
const RETURNED: Readonly<Record<string, Kind>> = {
  useSuspense: 'data',
  useCache: 'data',
  useQuery: 'data',
  useLive: 'data',
  useDLE: 'response',
  useResponse: 'response',
  useResponseWith: 'response',
  useResponses: 'responses',
  usePages: 'pages',
};

/** Array methods that return one of the elements, a new array of them, or the array itself. */
const ELEMENT = new Set(['find', 'findLast', 'at']);
const COPY = new Set(['filter', 'slice', 'flat', 'toSorted', 'toReversed']);
const ITSELF = new Set(['sort', 'reverse']);

/** Array methods whose callback gets an element first; `reduce` and `reduceRight`: second. */
const FIRST = new Set([
  ...['forEach', 'map', 'flatMap', 'filter', 'some', 'every'],
  ...['find', 'findLast', 'findIndex', 'findLastIndex'],
]);
const SECOND = new Set(['reduce', 'reduceRight']);

/** Array methods that insert elements. */
const FILLING = new Set(['push', 'unshift', 'splice', 'fill']);

type Path = readonly string[];

/** Represents an element in a path. */
const AN_ELEMENT = '0';

/** Determines what expressions are. */
export function storeData(names: LibraryNames): (node: TSESTree.Node) => Kind | undefined {
  /** @param around the nodes being visited: a variable may refer to itself */
  function kindOf(
    node: TSESTree.Node | null | undefined,
    around: readonly TSESTree.Node[],
  ): Kind | undefined {
    if (node == null || around.includes(node)) return undefined;
    const within = [...around, node];
    switch (node.type) {
      case AST_NODE_TYPES.Identifier:
        return kindOfVariable(node, within);
      case AST_NODE_TYPES.MemberExpression:
        return along(kindOf(node.object, within), [memberName(node)]);
      case AST_NODE_TYPES.CallExpression:
        return kindOfCall(node, within);
      case AST_NODE_TYPES.ChainExpression:
      case AST_NODE_TYPES.TSNonNullExpression:
      case AST_NODE_TYPES.TSAsExpression:
      case AST_NODE_TYPES.TSSatisfiesExpression:
      case AST_NODE_TYPES.TSTypeAssertion:
        return kindOf(node.expression, within);
      case AST_NODE_TYPES.LogicalExpression:
        return kindOf(node.operator === '&&' ? node.right : node.left, within);
      case AST_NODE_TYPES.ConditionalExpression: {
        const kind = kindOf(node.consequent, within);
        return kind === kindOf(node.alternate, within) ? kind : undefined;
      }
      case AST_NODE_TYPES.ArrayExpression:
        return isCopy(node, within) ? 'copy' : undefined;
      case AST_NODE_TYPES.ObjectExpression:
        return isObjectCopy(node, within) ? 'object' : undefined;
      default:
        return undefined;
    }
  }

  /** Whether everything in an array is spread from shared arrays. */
  function isCopy({ elements }: TSESTree.ArrayExpression, around: readonly TSESTree.Node[]): boolean {
    return (
      elements.length > 0 &&
      elements.every(
        element =>
          element?.type === AST_NODE_TYPES.SpreadElement && isArray(kindOf(element.argument, around)),
      )
    );
  }

  /** Whether everything in an object is spread from shared data. */
  function isObjectCopy(
    { properties }: TSESTree.ObjectExpression,
    around: readonly TSESTree.Node[],
  ): boolean {
    return (
      properties.length > 0 &&
      properties.every(
        property =>
          property.type === AST_NODE_TYPES.SpreadElement && kindOf(property.argument, around) === 'data',
      )
    );
  }

  function kindOfCall(node: TSESTree.CallExpression, around: readonly TSESTree.Node[]): Kind | undefined {
    const hook = names.hookOf(node);
    if (hook !== undefined) return RETURNED[hook];
    const { callee, arguments: args } = node;
    if (callee.type !== AST_NODE_TYPES.MemberExpression) return undefined;
    const method = nameOf(callee) ?? '';
    if (names.globalOf(callee.object) === 'Array' && method === 'from' && args.length === 1)
      return isArray(kindOf(args[0], around)) ? 'copy' : undefined;
    if (names.globalOf(callee.object) === 'Object' && method === 'values')
      return kindOf(args[0], around) === 'data' ? 'copy' : undefined;
    const kind = kindOf(callee.object, around);
    if (kind === 'responses' && ELEMENT.has(method)) return 'response';
    if (!isArray(kind)) return undefined;
    if (ELEMENT.has(method)) return 'data';
    if (COPY.has(method)) return 'copy';
    return ITSELF.has(method) ? kind : undefined;
  }

  function kindOfVariable(node: TSESTree.Identifier, around: readonly TSESTree.Node[]): Kind | undefined {
    const { node: declared } = names.declarationOf(node) ?? {};
    if (declared?.type === AST_NODE_TYPES.VariableDeclarator) {
      const loop = declared.parent.parent;
      const isLoop = loop.type === AST_NODE_TYPES.ForOfStatement && loop.left === declared.parent;
      const kind = isLoop ? along(kindOf(loop.right, around), [AN_ELEMENT]) : kindOf(declared.init, around);
      const found = along(kind, pathTo(node.name, declared.id));
      if (found === 'object' && isPassedOn(node)) return undefined;
      const isOwn = found === 'copy' || found === 'object';
      return isOwn && isFilled(node) ? undefined : found;
    }
    const isCallback =
      declared?.type === AST_NODE_TYPES.ArrowFunctionExpression ||
      declared?.type === AST_NODE_TYPES.FunctionExpression;
    return isCallback ? kindOfParameter(node.name, declared, around) : undefined;
  }

  /** What an array method passes to its callback. */
  function kindOfParameter(
    name: string,
    callback: TSESTree.ArrowFunctionExpression | TSESTree.FunctionExpression,
    around: readonly TSESTree.Node[],
  ): Kind | undefined {
    const { params, parent: call } = callback;
    if (call.type !== AST_NODE_TYPES.CallExpression || call.arguments[0] !== callback) return undefined;
    if (call.callee.type !== AST_NODE_TYPES.MemberExpression) return undefined;
    const method = nameOf(call.callee) ?? '';
    const element = FIRST.has(method) ? params[0] : SECOND.has(method) ? params[1] : undefined;
    const path = element === undefined ? undefined : pathTo(name, element);
    if (path === undefined) return undefined;
    const kind = kindOf(call.callee.object, around);
    if (kind === 'responses') return along('response', path);
    return isArray(kind) ? along('data', path) : undefined;
  }

  /** Whether parts of a copy are replaced: `rows[0] = { ...rows[0] }`. */
  function isFilled(node: TSESTree.Identifier): boolean {
    const { references = [] } = names.variableOf(node) ?? {};
    return references.some(({ identifier }) => {
      const member = identifier.parent;
      if (member.type !== AST_NODE_TYPES.MemberExpression || member.object !== identifier) return false;
      if (member.parent.type === AST_NODE_TYPES.AssignmentExpression) return member.parent.left === member;
      return FILLING.has(nameOf(member) ?? '');
    });
  }

  /** Whether a copy is passed to a function, which may change it: `Object.assign(draft, { author })`. */
  function isPassedOn(node: TSESTree.Identifier): boolean {
    const { references = [] } = names.variableOf(node) ?? {};
    return references.some(({ identifier: { parent } }) => parent.type === AST_NODE_TYPES.CallExpression);
  }

  return node => kindOf(node, []);
}

function isArray(kind: Kind | undefined): boolean {
  return kind === 'data' || kind === 'copy';
}

/** What is at the end of a path. */
function along(kind: Kind | undefined, path: Path | undefined): Kind | undefined {
  const [first] = path ?? [];
  if (path === undefined || first === undefined) return path && kind;
  if (kind === 'responses') return first === AN_ELEMENT ? along('response', path.slice(1)) : undefined;
  if (kind === 'pages') return first === 'pages' ? 'data' : undefined;
  if (kind === 'response') return first === 'data' ? 'data' : undefined;
  // Other members, such as `length`, are not shared.
  if (kind === 'copy') return first === AN_ELEMENT ? 'data' : undefined;
  // Field values are shared.
  if (kind === 'object') return 'data';
  return kind;
}

function memberName(node: TSESTree.MemberExpression): string {
  return node.computed ? AN_ELEMENT : (nameOf(node) ?? '');
}

/** The members that lead to a variable in a pattern; `undefined` for a rest, which is a copy. */
function pathTo(name: string, pattern: TSESTree.Node | null): Path | undefined {
  switch (pattern?.type) {
    case AST_NODE_TYPES.Identifier:
      return pattern.name === name ? [] : undefined;
    case AST_NODE_TYPES.AssignmentPattern:
      return pathTo(name, pattern.left);
    case AST_NODE_TYPES.ArrayPattern:
      return firstPath(pattern.elements.map(element => [AN_ELEMENT, pathTo(name, element)]));
    case AST_NODE_TYPES.ObjectPattern:
      return firstPath(
        pattern.properties.map(part =>
          part.type === AST_NODE_TYPES.Property
            ? [nameOf(part.key) ?? '', pathTo(name, part.value)]
            : ['', undefined],
        ),
      );
    default:
      return undefined;
  }
}

function firstPath(parts: readonly (readonly [member: string, path: Path | undefined])[]): Path | undefined {
  for (const [member, path] of parts) if (path !== undefined) return [member, ...path];
  return undefined;
}
