import { AST_NODE_TYPES, type TSESTree } from '@typescript-eslint/utils';
import { createRule } from '../createRule.js';
import { enclosingComponent } from '../enclosingComponent.js';
import { libraryNames, nameOf } from '../libraryNames.js';

const CONSTRUCTED = new Set([
  'RestEndpoint',
  'Endpoint',
  'GQLEndpoint',
  'Collection',
  'Query',
  'Union',
  'Values',
  'Array',
  'Object',
  'All',
  'Invalidate',
  'Lazy',
]);
const CALLED = new Set(['resource', 'zodEntity', 'EntityMixin', 'Scalar']);

/** Finds endpoints, resources, entities and schemas that are created while rendering. */
export const noDefinitionInComponent = createRule({
  name: 'no-definition-in-component',
  meta: {
    type: 'problem',
    docs: { description: 'Disallow definitions inside components and hooks', recommended: true },
    schema: [],
    messages: {
      created:
        '{{what}} is created each time that {{component}} renders, so nothing made from it is kept. Move it to the top of a module, and pass what varies as arguments.',
      memoized:
        '{{what}} is created by each {{component}}, so none of them shares what is made from it. Move it to the top of a module, and pass what varies as arguments.',
      extended:
        'This creates a new endpoint each time that {{component}} renders. Call extend() at the top of a module.',
    },
  },
  defaultOptions: [],
  create(context) {
    const { sourceCode } = context;
    const names = libraryNames(sourceCode);

    function check(node: TSESTree.Node, what: string) {
      const component = enclosingComponent(node, sourceCode);
      if (component === undefined) return;
      const messageId = isMemoized(node) ? 'memoized' : 'created';
      context.report({ node, messageId, data: { what, component } });
    }

    function checkClass(node: TSESTree.ClassDeclaration | TSESTree.ClassExpression) {
      if (names.of(node.superClass) === 'Entity') check(node, `The entity ${node.id?.name ?? ''}`.trim());
    }

    return {
      NewExpression(node) {
        const name = names.of(node.callee);
        if (name !== undefined && CONSTRUCTED.has(name)) check(node, `new ${name}()`);
      },
      CallExpression(node) {
        const name = names.of(node.callee);
        if (name !== undefined && CALLED.has(name)) check(node, `${name}()`);
        const { endpoint } = names.readingOf(node) ?? {};
        if (endpoint === undefined) return;
        const made = names.initOf(endpoint) ?? endpoint;
        const component = isExtension(made) ? enclosingComponent(made, sourceCode) : undefined;
        if (component !== undefined)
          context.report({ node: made, messageId: 'extended', data: { component } });
      },
      ClassDeclaration: checkClass,
      ClassExpression: checkClass,
    };
  },
});

/** Whether a component creates something once: in a callback of `useMemo` or `useState`. */
function isMemoized(node: TSESTree.Node): boolean {
  for (let at: TSESTree.Node | null | undefined = node; at != null; at = at.parent) {
    const isCallback =
      at.type === AST_NODE_TYPES.ArrowFunctionExpression || at.type === AST_NODE_TYPES.FunctionExpression;
    const parent: TSESTree.Node | null | undefined = at.parent;
    if (isCallback && parent?.type === AST_NODE_TYPES.CallExpression && parent.arguments[0] === at)
      return ['useMemo', 'useState'].includes(nameOf(parent.callee) ?? '');
  }
  return false;
}

function isExtension(node: TSESTree.Node): boolean {
  return (
    node.type === AST_NODE_TYPES.CallExpression &&
    node.callee.type === AST_NODE_TYPES.MemberExpression &&
    node.callee.property.type === AST_NODE_TYPES.Identifier &&
    ['extend', 'paginated'].includes(node.callee.property.name)
  );
}
