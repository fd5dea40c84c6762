import { AST_NODE_TYPES, type TSESTree } from '@typescript-eslint/utils';
import { createRule } from '../createRule.js';
import { libraryNames } from '../libraryNames.js';

/** Finds arguments of hooks that are only asserted to be there: the path cannot be filled without them. */
export const noAssertedArguments = createRule({
  name: 'no-asserted-arguments',
  meta: {
    type: 'problem',
    docs: { description: 'Disallow arguments of hooks that may be missing', recommended: true },
    schema: [],
    messages: {
      asserted:
        '`{{text}}` may be missing, and {{hook}}() throws then. Pass null in place of the arguments to fetch nothing: {{value}} === undefined ? null : { ... }.',
      empty:
        'An empty {{name}} leaves an empty segment in the path, and {{hook}}() throws then. Pass null in place of the arguments to fetch nothing.',
    },
  },
  defaultOptions: [],
  create(context) {
    const { sourceCode } = context;
    const names = libraryNames(sourceCode);

    function check(node: TSESTree.Node, hook: string, name?: string): void {
      if (node.type === AST_NODE_TYPES.TSNonNullExpression) {
        const data = { hook, text: sourceCode.getText(node), value: sourceCode.getText(node.expression) };
        context.report({ node, messageId: 'asserted', data });
      } else if (node.type === AST_NODE_TYPES.LogicalExpression) {
        const isEmpty = node.right.type === AST_NODE_TYPES.Literal && node.right.value === '';
        if (isEmpty && node.operator !== '&&' && name !== undefined && /^id$|Id$/.test(name))
          context.report({ node, messageId: 'empty', data: { hook, name } });
      } else if (node.type === AST_NODE_TYPES.ObjectExpression) {
        for (const property of node.properties)
          if (property.type === AST_NODE_TYPES.Property) check(property.value, hook, nameOf(property));
      } else if (node.type === AST_NODE_TYPES.ConditionalExpression) {
        check(node.consequent, hook);
        check(node.alternate, hook);
      }
    }

    return {
      CallExpression(node) {
        const hook = names.hookOf(node);
        // A query of the cache has no path: it finds nothing.
        if (hook !== undefined && hook !== 'useQuery')
          for (const argument of node.arguments.slice(1)) check(argument, hook);
      },
    };
  },
});

function nameOf({ key, computed }: TSESTree.Property): string | undefined {
  return !computed && key.type === AST_NODE_TYPES.Identifier ? key.name : undefined;
}
