import { AST_NODE_TYPES, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { type LibraryNames, nameOf } from './libraryNames.js';

/** Members of a resource that have the path of one record. */
const OF_RECORD = new Set(['get', 'update', 'partialUpdate', 'delete']);

/** Path syntax besides `:name`: optional parts, wildcards, escapes, a query. */
const UNUSUAL = /[{}*\\?"]/;

/**
 * The arguments that an endpoint's path requires, as far as the file shows.
 *
 * @returns `undefined` if the path is not in the file, or if more than the path determines the URL.
 */
export function pathNames(
  endpoint: TSESTree.Node,
  names: LibraryNames,
  sourceCode: Readonly<TSESLint.SourceCode>,
): ReadonlySet<string> | undefined {
  const seen = new Set<TSESTree.Node>();

  /** @param member the endpoint to find, if a node is a group of them */
  function find(given: TSESTree.Node, member?: string): ReadonlySet<string> | undefined {
    const node = names.initOf(given) ?? given;
    if (seen.has(node)) return undefined;
    seen.add(node);
    const taken = names.memberOf(node);
    if (taken !== undefined) return member === undefined ? find(taken.object, taken.name) : undefined;
    switch (node.type) {
      case AST_NODE_TYPES.MemberExpression:
        return member === undefined ? find(node.object, nameOf(node)) : undefined;
      case AST_NODE_TYPES.NewExpression:
        return member === undefined ? ofEndpoint(node) : undefined;
      case AST_NODE_TYPES.CallExpression:
        return isExtension(node) ? ofExtension(node, member) : ofResource(node, member);
      default:
        return undefined;
    }
  }

  function ofEndpoint({ callee, arguments: [options] }: TSESTree.NewExpression) {
    const name = names.of(callee);
    // They have no path with parameters.
    if (name === 'GQLEndpoint' || name === 'Endpoint') return new Set<string>();
    const path = name === 'RestEndpoint' ? pathIn(options) : undefined;
    return path === undefined ? undefined : requiredIn(path);
  }

  function ofResource({ callee, arguments: [options] }: TSESTree.CallExpression, member?: string) {
    const path = names.of(callee) === 'resource' ? pathIn(options) : undefined;
    if (path === undefined || member === undefined) return undefined;
    if (member === 'getList')
      return UNUSUAL.test(path) ? undefined : new Set([...namesIn(path)].slice(0, -1));
    return OF_RECORD.has(member) ? requiredIn(path) : undefined;
  }

  function ofExtension(
    { callee, arguments: [options] }: TSESTree.CallExpression & { callee: TSESTree.MemberExpression },
    member?: string,
  ) {
    const path = member === undefined ? pathIn(options) : undefined;
    if (path !== undefined) return requiredIn(path);
    // A function or a spread may add a path, too.
    if (options === undefined || /\b(path|url)\b|\.\.\./.test(sourceCode.getText(options))) return undefined;
    if (member !== undefined && isReplaced(member, options)) return undefined;
    return find(callee.object, member);
  }

  /** Whether an extension replaces an endpoint of a resource, and not only its options. */
  function isReplaced(member: string, options: TSESTree.Node): boolean {
    if (options.type !== AST_NODE_TYPES.ObjectExpression) return sourceCode.getText(options).includes(member);
    return options.properties.some(
      property =>
        property.type === AST_NODE_TYPES.Property &&
        nameOf(property.key) === member &&
        property.value.type !== AST_NODE_TYPES.ObjectExpression,
    );
  }

  return find(endpoint);
}

function isExtension(
  node: TSESTree.CallExpression,
): node is TSESTree.CallExpression & { callee: TSESTree.MemberExpression } {
  return node.callee.type === AST_NODE_TYPES.MemberExpression && nameOf(node.callee) === 'extend';
}

function pathIn(options: TSESTree.Node | undefined): string | undefined {
  if (options?.type !== AST_NODE_TYPES.ObjectExpression) return undefined;
  for (const property of options.properties) {
    if (property.type !== AST_NODE_TYPES.Property || nameOf(property.key) !== 'path') continue;
    const { value } = property;
    return value.type === AST_NODE_TYPES.Literal && typeof value.value === 'string' ? value.value : undefined;
  }
  return undefined;
}

/** The names in a path, except in optional parts, which are omitted if a value is missing. */
function requiredIn(path: string): ReadonlySet<string> | undefined {
  const required = path.replace(/\{[^{}]*\}/g, '');
  return UNUSUAL.test(required) ? undefined : namesIn(required);
}

function namesIn(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(/:([\p{L}$_][\p{L}\p{N}$_]*)/gu)].map(([, name = '']) => name));
}
