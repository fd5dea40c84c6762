import { AST_NODE_TYPES, type TSESTree } from '@typescript-eslint/utils';
import { createRule } from '../createRule.js';
import { libraryNames, nameOf } from '../libraryNames.js';

/** Built-in classes that JSON writes as `{}` and a URL cannot hold, with what to pass instead. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  Map: 'Object.fromEntries(map)',
  Set: 'an array: [...set]',
  WeakMap: 'plain data',
  WeakSet: 'plain data',
  RegExp: 'its source, a string',
  Promise: 'the value that it resolves to: await it first',
};

const SENDING = new Set(['fetch', 'fetchIfStale', 'set', 'setResponse']);

/** Members of a list endpoint that take only a body. */
const CREATING = new Set(['push', 'unshift', 'assign']);

/** Finds request arguments that JSON cannot hold and would write as `{}`. */
export const noLossyArguments = createRule({
  name: 'no-lossy-arguments',
  meta: {
    type: 'problem',
    docs: { description: 'Disallow arguments of requests that JSON writes as {}', recommended: true },
    schema: [],
    messages: {
      lossy: 'A {{type}} has no toJSON(), so it is sent as {}. Pass {{instead}}.',
      unwritable:
        'A {{type}} has no toJSON(), so neither a URL nor JSON can hold what is in it. Pass {{instead}}.',
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

    /** The class of a value that JSON cannot hold, as far as the code shows. */
    function lossyClass(node: TSESTree.Node, around: readonly TSESTree.Node[] = []): string | undefined {
      const made = names.initOf(node) ?? node;
      if (around.includes(made)) return undefined;
      if (made.type === AST_NODE_TYPES.Literal && 'regex' in made) return 'RegExp';
      if (made.type === AST_NODE_TYPES.CallExpression) return calledClass(made, around);
      const name = made.type === AST_NODE_TYPES.NewExpression ? names.globalOf(made.callee) : undefined;
      return name !== undefined && Object.hasOwn(REPLACEMENTS, name) ? name : undefined;
    }

    /** `RegExp` of `RegExp('x')`; `Promise` of `Promise.all([])` and of `then()` chained to it. */
    function calledClass(
      call: TSESTree.CallExpression,
      around: readonly TSESTree.Node[],
    ): string | undefined {
      const { callee } = call;
      if (callee.type !== AST_NODE_TYPES.MemberExpression)
        return names.globalOf(callee) === 'RegExp' ? 'RegExp' : undefined;
      const isChained = /^(then|catch|finally)$/.test(nameOf(callee) ?? '');
      const name = isChained ? lossyClass(callee.object, [...around, call]) : names.globalOf(callee.object);
      return name === 'Promise' ? name : undefined;
    }

    /** Whether an endpoint or the library's `actions` create what is dispatched, rather than a slice's actions. */
    function isSender(node: TSESTree.Node, method: string): boolean {
      if (names.of(node) === 'actions') return true;
      return method !== 'set' && !/actions$/i.test(nameOf(node) ?? '');
    }

    function checkCall(method: string, endpoint: TSESTree.Node | undefined, args: readonly TSESTree.Node[]) {
      args.forEach((argument, at) => {
        const isBody = method.startsWith('set')
          ? at === args.length - 1
          : at > 0 || CREATING.has(nameOf(endpoint) ?? '');
        check(argument, isBody);
      });
    }

    function check(argument: TSESTree.Node, isBody: boolean) {
      const node = withoutAssertions(argument);
      const type = lossyClass(node);
      if (type !== undefined) {
        // A URL writes a Set in the same way as an array.
        if (type === 'Set' && !isBody) return;
        const data = { type, instead: REPLACEMENTS[type] ?? '' };
        context.report({ node, messageId: isBody ? 'lossy' : 'unwritable', data });
      } else if (node.type === AST_NODE_TYPES.ObjectExpression) {
        for (const property of node.properties)
          if (property.type === AST_NODE_TYPES.Property) check(property.value, isBody);
      } else if (node.type === AST_NODE_TYPES.ArrayExpression) {
        for (const element of node.elements) if (element !== null) check(element, isBody);
      } else if (node.type === AST_NODE_TYPES.ConditionalExpression) {
        check(node.consequent, isBody);
        check(node.alternate, isBody);
      }
    }

    return {
      CallExpression(node) {
        const { callee, arguments: args, parent } = node;
        const reading = names.readingOf(node);
        // A cache query passes its arguments to a function, not to a server.
        if (reading !== undefined && reading.hook !== 'useQuery')
          checkCall('fetch', reading.endpoint, reading.args);
        const [endpoint, ...given] = args;
        const taken = names.memberOf(callee);
        if (taken !== undefined && SENDING.has(taken.name) && isController(taken.object))
          checkCall(taken.name, endpoint, given);
        const method = nameOf(callee);
        if (callee.type !== AST_NODE_TYPES.MemberExpression || method === undefined || !SENDING.has(method))
          return;
        if (isController(callee.object)) checkCall(method, endpoint, given);
        else if (isDispatch(parent) && isSender(callee.object, method))
          checkCall(method, callee.object, args);
      },
    };
  },
});

/** Drops assertions: types do not change what is sent. */
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
  return nameOf(node.callee) === 'dispatch';
}
