import { AST_NODE_TYPES, type TSESTree } from '@typescript-eslint/utils';
import { createRule } from '../createRule.js';
import { libraryNames, nameOf } from '../libraryNames.js';
import { storeData } from '../storeData.js';

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

/** Finds in-place changes to data that a hook returned: it is frozen and shared by all readers. */
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

    const kindOf = storeData(names);

    function report(node: TSESTree.Node, what: string) {
      context.report({ node, messageId: 'mutated', data: { what: `\`${what}\`` } });
    }

    const check = (node: TSESTree.Node, target: TSESTree.Node) => {
      if (target.type !== AST_NODE_TYPES.MemberExpression) return;
      const kind = kindOf(target.object);
      const isMember = kind === 'response' && nameOf(target) === 'data';
      if (kind === 'data' || isMember || (kind === 'pages' && nameOf(target) === 'pages'))
        report(node, sourceCode.getText(target));
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
        const method = nameOf(callee) ?? '';
        if (names.globalOf(callee.object) === 'Object' && method === 'assign') {
          const [target] = node.arguments;
          if (target !== undefined && kindOf(target) === 'data')
            report(node, `Object.assign(${sourceCode.getText(target)}, …)`);
        } else if (MUTATORS.has(method)) {
          check(node, callee);
        }
      },
    };
  },
});
