import { AST_NODE_TYPES, type TSESTree } from '@typescript-eslint/utils';
import { createRule } from '../createRule.js';
import { libraryNames } from '../libraryNames.js';

type AnyClass = TSESTree.ClassDeclaration | TSESTree.ClassExpression;

/** Finds entity classes without the `static key` under which their records are stored. */
export const requireStaticKey = createRule({
  name: 'require-static-key',
  meta: {
    type: 'problem',
    docs: { description: 'Require a static key on every entity', recommended: true },
    hasSuggestions: true,
    schema: [],
    messages: {
      missing:
        "The entity {{name}} has no static key, the name under which its records are stored. Add: static key = '{{name}}'; or declare a base class abstract.",
      add: "Add static key = '{{name}}'.",
    },
  },
  defaultOptions: [],
  create(context) {
    const { sourceCode } = context;
    const names = libraryNames(sourceCode);
    const classes: AnyClass[] = [];

    /** Whether a superclass leads to `Entity` without a key in between. */
    function leadsToEntity(base: TSESTree.Node | null): boolean {
      if (names.of(base) === 'Entity') return true;
      if (base?.type === AST_NODE_TYPES.CallExpression)
        return names.of(base.callee) === 'EntityMixin' && !hasKeyOption(base.arguments[1]);
      const declared = base === null ? undefined : classOf(base);
      return declared !== undefined && !hasKey(declared) && leadsToEntity(declared.superClass);
    }

    function classOf(node: TSESTree.Node): AnyClass | undefined {
      if (node.type !== AST_NODE_TYPES.Identifier) return undefined;
      const definition = names.variableOf(node)?.defs[0]?.node;
      return definition?.type === AST_NODE_TYPES.ClassDeclaration ? definition : undefined;
    }

    const collect = (node: AnyClass) => void classes.push(node);
    return {
      ClassDeclaration: collect,
      ClassExpression: collect,
      'Program:exit'() {
        const bases = new Set(classes.map(({ superClass }) => superClass && classOf(superClass)));
        for (const node of classes) {
          if (node.abstract || bases.has(node) || hasKey(node) || !leadsToEntity(node.superClass)) continue;
          const name = nameOf(node);
          context.report({
            node: node.id ?? node,
            messageId: 'missing',
            data: { name },
            suggest: [
              {
                messageId: 'add',
                data: { name },
                fix: fixer => {
                  const opening = sourceCode.getFirstToken(node.body);
                  return opening && fixer.insertTextAfter(opening, ` static key = '${name}';`);
                },
              },
            ],
          });
        }
      },
    };
  },
});

/** A class without a name has the name of its variable, as in JavaScript. */
function nameOf({ id, parent }: AnyClass): string {
  const named = id ?? (parent.type === AST_NODE_TYPES.VariableDeclarator ? parent.id : undefined);
  return named?.type === AST_NODE_TYPES.Identifier ? named.name : 'MyEntity';
}

function hasKey({ body }: AnyClass): boolean {
  return body.body.some(
    member =>
      member.type === AST_NODE_TYPES.StaticBlock ||
      ('key' in member && member.static && isNamed(member.key, 'key', member.computed)),
  );
}

/** Options may have a key unless all are visible. */
function hasKeyOption(options: TSESTree.Node | undefined): boolean {
  if (options === undefined) return false;
  if (options.type !== AST_NODE_TYPES.ObjectExpression) return true;
  return options.properties.some(
    property => property.type === AST_NODE_TYPES.SpreadElement || isNamed(property.key, 'key'),
  );
}

function isNamed(node: TSESTree.Node, name: string, isComputed = false): boolean {
  return (
    (node.type === AST_NODE_TYPES.Identifier && node.name === name && !isComputed) ||
    (node.type === AST_NODE_TYPES.Literal && node.value === name)
  );
}
