import { AST_NODE_TYPES, type TSESTree } from '@typescript-eslint/utils';
import { createRule } from '../createRule.js';
import { libraryNames } from '../libraryNames.js';

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
      const hook = names.hookOf(declared.init);
      if (hook === undefined) return false;
      if (declared.id.type === AST_NODE_TYPES.Identifier) {
        return RETURNS_DATA.has(hook) || (RETURNS_RESPONSE.has(hook) && firstMember(node) === 'data');
      }
      return RETURNS_RESPONSE.has(hook) && takesData(declared.id, root.name);
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

/** Whether `const { data: name } = …` gives a variable the data. */
function takesData(pattern: TSESTree.Node, name: string): boolean {
  if (pattern.type !== AST_NODE_TYPES.ObjectPattern) return false;
  return pattern.properties.some(
    property =>
      property.type === AST_NODE_TYPES.Property &&
      property.key.type === AST_NODE_TYPES.Identifier &&
      property.key.name === 'data' &&
      property.value.type === AST_NODE_TYPES.Identifier &&
      property.value.name === name,
  );
}
