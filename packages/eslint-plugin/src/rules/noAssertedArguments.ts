import { AST_NODE_TYPES, type TSESTree } from '@typescript-eslint/utils';
import { createRule } from '../createRule.js';
import { libraryNames, nameOf } from '../libraryNames.js';
import { pathNames } from '../pathNames.js';

/** Usual names of path parameters. */
const LIKE_A_KEY = /^id$|Id$/;

/** Finds hook arguments that are only asserted to exist: the path cannot be filled without them. */
export const noAssertedArguments = createRule({
  name: 'no-asserted-arguments',
  meta: {
    type: 'problem',
    docs: { description: 'Disallow arguments of hooks that may be missing', recommended: true },
    schema: [],
    messages: {
      asserted:
        '`{{text}}` may be missing, and {{hook}}() throws then. Pass null in place of the arguments to fetch nothing: {{value}} === undefined ? null : { ... }.',
      perhapsAsserted:
        '`{{text}}` may be missing, and {{hook}}() throws then if the path needs it. Pass null in place of the arguments to fetch nothing: {{value}} === undefined ? null : { ... }.',
      empty:
        'An empty {{name}} leaves an empty segment in the path, and {{hook}}() throws then. Pass null in place of the arguments to fetch nothing.',
      perhapsEmpty:
        'If {{name}} is a parameter of the path, an empty one leaves an empty segment there, and {{hook}}() throws. Pass null in place of the arguments to fetch nothing.',
    },
  },
  defaultOptions: [],
  create(context) {
    const { sourceCode } = context;
    const names = libraryNames(sourceCode);

    /**
     * Whether a value comes from the page's URL, as a router reads it: `useParams().id`.
     *
     * @param seen nodes that led here: in unfinished code, a variable may refer to itself
     */
    function isOfAddress(node: TSESTree.Node, seen: readonly TSESTree.Node[] = []): boolean {
      const value = names.initOf(node) ?? names.memberOf(node)?.object ?? node;
      if (seen.includes(value)) return false;
      if (value.type === AST_NODE_TYPES.MemberExpression) return isOfAddress(value.object, [...seen, value]);
      return (
        value.type === AST_NODE_TYPES.CallExpression && /^use\w*Params$/.test(nameOf(value.callee) ?? '')
      );
    }

    /** Reports arguments of one hook call that may be missing. */
    function checkReading(hook: string, endpoint: TSESTree.Node, args: readonly TSESTree.Node[]): void {
      const needed = pathNames(endpoint, names, sourceCode);
      const member = nameOf(endpoint);

      function check(node: TSESTree.Node, name?: string): void {
        switch (node.type) {
          case AST_NODE_TYPES.TSNonNullExpression:
            if (isNeeded(name)) reportAssertion(node);
            return;
          case AST_NODE_TYPES.TSAsExpression:
            if (isOfAddress(node.expression) && isNeeded(name)) reportAssertion(node);
            return;
          case AST_NODE_TYPES.LogicalExpression:
            if (isEmptyText(node.right) && node.operator !== '&&') reportEmpty(node, name);
            return;
          case AST_NODE_TYPES.Identifier: {
            const value = names.initOf(node);
            if (value?.type === AST_NODE_TYPES.LogicalExpression) check(value, name);
            else if (isEmptyText(names.memberOf(node)?.otherwise)) reportEmpty(node, name);
            return;
          }
          case AST_NODE_TYPES.ObjectExpression:
            for (const property of node.properties)
              if (property.type === AST_NODE_TYPES.Property) check(property.value, keyOf(property));
            return;
          case AST_NODE_TYPES.ConditionalExpression:
            // It already passes null instead of arguments.
            if (name === undefined && (isNull(node.consequent) || isNull(node.alternate))) return;
            check(node.consequent, name);
            check(node.alternate, name);
        }
      }

      function reportEmpty(node: TSESTree.Node, name: string | undefined) {
        if (name !== undefined && isFilled(name))
          context.report({ node, messageId: needed ? 'empty' : 'perhapsEmpty', data: { hook, name } });
      }

      function reportAssertion(node: TSESTree.TSNonNullExpression | TSESTree.TSAsExpression) {
        const data = { hook, text: sourceCode.getText(node), value: sourceCode.getText(node.expression) };
        context.report({ node, messageId: needed ? 'asserted' : 'perhapsAsserted', data });
      }

      /** Whether the path may require an argument, or, without a name, any of them. */
      function isNeeded(name: string | undefined): boolean {
        if (needed !== undefined) return name === undefined ? needed.size > 0 : needed.has(name);
        return name === undefined || member !== 'getList' || LIKE_A_KEY.test(name);
      }

      /** Search parameters may be empty on purpose. */
      function isFilled(name: string): boolean {
        if (needed !== undefined) return needed.has(name);
        return member === 'get' ? LIKE_A_KEY.test(name) : member !== 'getList' && name === 'id';
      }

      for (const argument of args) check(argument);
    }

    return {
      CallExpression(node) {
        const { hook, endpoint, args = [] } = names.readingOf(node) ?? {};
        // A cache query has no path: it just finds nothing.
        if (hook !== undefined && endpoint !== undefined && hook !== 'useQuery')
          checkReading(hook, endpoint, args);
      },
    };
  },
});

function keyOf({ key, computed }: TSESTree.Property): string {
  if (key.type === AST_NODE_TYPES.Literal) return String(key.value);
  return !computed && key.type === AST_NODE_TYPES.Identifier ? key.name : '';
}

function isEmptyText(node: TSESTree.Node | undefined): boolean {
  return node?.type === AST_NODE_TYPES.Literal && node.value === '';
}

function isNull(node: TSESTree.Node): boolean {
  return node.type === AST_NODE_TYPES.Literal && node.value === null && node.raw === 'null';
}
