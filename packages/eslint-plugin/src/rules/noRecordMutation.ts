import { AST_NODE_TYPES, type TSESTree } from '@typescript-eslint/utils';
import { createRule } from '../createRule.js';
import { libraryNames, nameOf } from '../libraryNames.js';

/** Hooks that return the data itself, and those that return it as `data`. */
const RETURNS_DATA = new Set(['useSuspense', 'useCache', 'useQuery', 'useLive']);
const RETURNS_RESPONSE = new Set(['useDLE', 'useResponse', 'useResponseWith']);

const MUTATORS = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
]);

/** Finds changes in place of the data that a hook returned: it is shared by all readers, and frozen. */
export const noRecordMutation = createRule({
  name: 'no-record-mutation',
  meta: {
    type: 'problem',
    docs: { description: 'Disallow changing records and lists in place', recommended: true },
    schema: [],
    messages: {
      mutated:
        '{{what}} changes data of the store in place: it is frozen and shared by all readers. Send a mutation, use controller.set(), or change a copy.',
    },
  },
  defaultOptions: [],
  create(context) {
    const { sourceCode } = context;
    const names = libraryNames(sourceCode);

    function isData(node: TSESTree.Node): boolean {
      const root = rootOf(node);
      if (root.type !== AST_NODE_TYPES.Identifier) return false;
      const declared = names.declarationOf(root)?.node;
      if (declared?.type !== AST_NODE_TYPES.VariableDeclarator) return false;
      const path = pathTo(root.name, declared.id);
      if (path === undefined) return false;
      const loop = declared.parent.parent;
      if (loop.type === AST_NODE_TYPES.ForOfStatement && loop.left === declared.parent)
        return isData(withoutDefault(loop.right));
      const hook = names.hookOf(declared.init);
      if (hook === undefined) return false;
      return (
        RETURNS_DATA.has(hook) || (RETURNS_RESPONSE.has(hook) && (path[0] ?? firstMember(node)) === 'data')
      );
    }

    const check = (node: TSESTree.Node, target: TSESTree.Node) => {
      if (target.type === AST_NODE_TYPES.MemberExpression && isData(target))
        context.report({ node, messageId: 'mutated', data: { what: `\`${sourceCode.getText(target)}\`` } });
    };

    return {
      AssignmentExpression(node) {
        check(node, node.left);
      },
      UpdateExpression(node) {
        check(node, node.argument);
      },
      UnaryExpression(node) {
        if (node.operator === 'delete') check(node, node.argument);
      },
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== AST_NODE_TYPES.MemberExpression || callee.computed) return;
        if (callee.property.type === AST_NODE_TYPES.Identifier && MUTATORS.has(callee.property.name))
          check(node, callee);
      },
    };
  },
});

/** The variable at the left of a chain of members; a call or anything else in between makes a new value. */
function rootOf(node: TSESTree.Node): TSESTree.Node {
  if (node.type === AST_NODE_TYPES.MemberExpression) return rootOf(node.object);
  if (node.type === AST_NODE_TYPES.TSNonNullExpression) return rootOf(node.expression);
  if (node.type === AST_NODE_TYPES.ChainExpression) return rootOf(node.expression);
  return node;
}

/** `data` of `response.data.title`. */
function firstMember(node: TSESTree.Node): string | undefined {
  if (node.type === AST_NODE_TYPES.TSNonNullExpression) return firstMember(node.expression);
  if (node.type !== AST_NODE_TYPES.MemberExpression) return undefined;
  if (node.object.type !== AST_NODE_TYPES.Identifier) return firstMember(node.object);
  return node.property.type === AST_NODE_TYPES.Identifier ? node.property.name : undefined;
}

/** `list` of `list ?? []`. */
function withoutDefault(node: TSESTree.Expression): TSESTree.Expression {
  return node.type === AST_NODE_TYPES.LogicalExpression ? node.left : node;
}

/** The members that a pattern leads through to a variable; `undefined` for a rest, which is a copy. */
function pathTo(name: string, pattern: TSESTree.Node | null): readonly string[] | undefined {
  switch (pattern?.type) {
    case AST_NODE_TYPES.Identifier:
      return pattern.name === name ? [] : undefined;
    case AST_NODE_TYPES.AssignmentPattern:
      return pathTo(name, pattern.left);
    case AST_NODE_TYPES.ArrayPattern:
      return firstPath(pattern.elements.map(element => ['', pathTo(name, element)]));
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

function firstPath(
  parts: readonly (readonly [member: string, path: readonly string[] | undefined])[],
): readonly string[] | undefined {
  for (const [member, path] of parts) if (path !== undefined) return [member, ...path];
  return undefined;
}
