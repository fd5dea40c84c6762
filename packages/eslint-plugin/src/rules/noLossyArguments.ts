import { AST_NODE_TYPES, type TSESTree } from '@typescript-eslint/utils';
import { createRule } from '../createRule.js';
import { libraryNames } from '../libraryNames.js';

/** Classes of the platform whose instances JSON writes as `{}`, with what to pass in their place. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  Map: 'Object.fromEntries(map)',
  Set: 'an array: [...set]',
  WeakMap: 'plain data',
  WeakSet: 'plain data',
  RegExp: 'its source, a string',
  Promise: 'the value that it resolves to: await it first',
};

const SENDING = new Set(['fetch', 'fetchIfStale', 'set', 'setResponse']);

/** Finds arguments of requests that JSON cannot hold, and would send as `{}`. */
export const noLossyArguments = createRule({
  name: 'no-lossy-arguments',
  meta: {
    type: 'problem',
    docs: { description: 'Disallow arguments of requests that JSON writes as {}', recommended: true },
    schema: [],
    messages: {
      lossy: 'A {{type}} has no toJSON(), so it is sent as {}. Pass {{instead}}.',
    },
  },
  defaultOptions: [],
  create(context) {
    const { sourceCode } = context;
    const names = libraryNames(sourceCode);

    function isController(node: TSESTree.Node): boolean {
      const made = names.initOf(node) ?? node;
      return (
        (made.type === AST_NODE_TYPES.CallExpression && names.of(made.callee) === 'useController') ||
        (made.type === AST_NODE_TYPES.NewExpression && names.of(made.callee) === 'Controller')
      );
    }

    /** The class of a value that JSON does not write, as far as the code shows it. */
    function lossyClass(node: TSESTree.Node): string | undefined {
      const made = names.initOf(node) ?? node;
      if (made.type === AST_NODE_TYPES.Literal && 'regex' in made) return 'RegExp';
      if (made.type !== AST_NODE_TYPES.NewExpression || made.callee.type !== AST_NODE_TYPES.Identifier)
        return undefined;
      const { name } = made.callee;
      const isGlobal = (names.variableOf(made.callee)?.defs.length ?? 0) === 0;
      return isGlobal && Object.hasOwn(REPLACEMENTS, name) ? name : undefined;
    }

    function check(argument: TSESTree.Node) {
      const node = withoutAssertions(argument);
      const type = lossyClass(node);
      if (type !== undefined) {
        context.report({ node, messageId: 'lossy', data: { type, instead: REPLACEMENTS[type] ?? '' } });
      } else if (node.type === AST_NODE_TYPES.ObjectExpression) {
        for (const property of node.properties)
          if (property.type === AST_NODE_TYPES.Property) check(property.value);
      } else if (node.type === AST_NODE_TYPES.ArrayExpression) {
        for (const element of node.elements) if (element !== null) check(element);
      } else if (node.type === AST_NODE_TYPES.ConditionalExpression) {
        check(node.consequent);
        check(node.alternate);
      }
    }

    return {
      CallExpression({ callee, arguments: args, parent }) {
        const member = names.memberOf(callee);
        if (member !== undefined && SENDING.has(member.name) && isController(member.object))
          args.slice(1).forEach(check);
        if (callee.type !== AST_NODE_TYPES.MemberExpression || callee.computed) return;
        if (callee.property.type !== AST_NODE_TYPES.Identifier || !SENDING.has(callee.property.name)) return;
        if (isController(callee.object)) args.slice(1).forEach(check);
        else if (isDispatch(parent)) args.forEach(check);
      },
    };
  },
});

/** What is asserted: types do not change what is sent. */
function withoutAssertions(node: TSESTree.Node): TSESTree.Node {
  switch (node.type) {
    case AST_NODE_TYPES.TSAsExpression:
    case AST_NODE_TYPES.TSSatisfiesExpression:
    case AST_NODE_TYPES.TSNonNullExpression:
      return withoutAssertions(node.expression);
    default:
      return node;
  }
}

function isDispatch(node: TSESTree.Node): boolean {
  if (node.type !== AST_NODE_TYPES.CallExpression) return false;
  const { callee } = node;
  const name = callee.type === AST_NODE_TYPES.MemberExpression ? callee.property : callee;
  return name.type === AST_NODE_TYPES.Identifier && name.name === 'dispatch';
}
