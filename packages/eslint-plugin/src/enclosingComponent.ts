import { AST_NODE_TYPES, type TSESLint, type TSESTree } from '@typescript-eslint/utils';

type AnyFunction =
  | TSESTree.FunctionDeclaration
  | TSESTree.FunctionExpression
  | TSESTree.ArrowFunctionExpression;

const HOOK_NAME = /^use[A-Z0-9]/;
const COMPONENT_NAME = /^[A-Z]/;

/** The name of the component or hook around a node, also in callbacks; `undefined` outside of both. */
export function enclosingComponent(
  node: TSESTree.Node,
  sourceCode: Readonly<TSESLint.SourceCode>,
): string | undefined {
  for (let at = parentOf(node); at !== null; at = parentOf(at)) {
    if (!isFunction(at)) continue;
    const name = nameOf(at);
    if (name === undefined && isDefaultExport(at) && returnsJsx(at)) return 'the default export';
    if (name === undefined) continue;
    if (HOOK_NAME.test(name)) return name;
    if (COMPONENT_NAME.test(name) && renders(at, sourceCode)) return name;
  }
  return undefined;
}

/** By the types, only a program has no parent; its `parent` is `null`. */
function parentOf(node: TSESTree.Node): TSESTree.Node | null {
  return node.parent ?? null;
}

function isFunction(node: TSESTree.Node): node is AnyFunction {
  return (
    node.type === AST_NODE_TYPES.FunctionDeclaration ||
    node.type === AST_NODE_TYPES.FunctionExpression ||
    node.type === AST_NODE_TYPES.ArrowFunctionExpression
  );
}

/** The name of a function, also of one that `memo()` or `forwardRef()` wraps. */
function nameOf(node: AnyFunction): string | undefined {
  if (node.id) return node.id.name;
  const parent = parentOfWrapped(node);
  if (parent?.type !== AST_NODE_TYPES.VariableDeclarator) return undefined;
  return parent.id.type === AST_NODE_TYPES.Identifier ? parent.id.name : undefined;
}

function isDefaultExport(node: AnyFunction): boolean {
  return parentOfWrapped(node)?.type === AST_NODE_TYPES.ExportDefaultDeclaration;
}

/** The parent of a function and of the calls that wrap it. */
function parentOfWrapped(node: AnyFunction): TSESTree.Node | undefined {
  let { parent } = node as { parent: TSESTree.Node | undefined };
  while (parent?.type === AST_NODE_TYPES.CallExpression) parent = parent.parent;
  return parent;
}

/** Whether a function without a name is a component, not a factory that mentions one. */
function returnsJsx({ body }: AnyFunction): boolean {
  if (body.type !== AST_NODE_TYPES.BlockStatement) return isJsx(body);
  return body.body.some(
    statement => statement.type === AST_NODE_TYPES.ReturnStatement && isJsx(statement.argument),
  );
}

function isJsx(node: TSESTree.Node | null): boolean {
  return node?.type === AST_NODE_TYPES.JSXElement || node?.type === AST_NODE_TYPES.JSXFragment;
}

/** Whether a function contains JSX or calls a hook: with only a capital letter, it may be a class factory. */
function renders(root: TSESTree.Node, { visitorKeys }: Readonly<TSESLint.SourceCode>): boolean {
  const isRendering = (node: TSESTree.Node): boolean =>
    isJsx(node) ||
    (node.type === AST_NODE_TYPES.CallExpression &&
      node.callee.type === AST_NODE_TYPES.Identifier &&
      HOOK_NAME.test(node.callee.name));
  const visit = (node: TSESTree.Node): boolean =>
    isRendering(node) ||
    (visitorKeys[node.type] ?? []).some(key =>
      [(node as unknown as Record<string, unknown>)[key]].flat().some(child => isNode(child) && visit(child)),
    );
  return visit(root);
}

function isNode(value: unknown): value is TSESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
