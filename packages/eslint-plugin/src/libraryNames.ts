import { AST_NODE_TYPES, ASTUtils, type TSESLint, type TSESTree } from '@typescript-eslint/utils';

const LIBRARY = /^rdc-toolkit($|\/)/;

/** Hooks that take an endpoint or a schema, then its arguments. */
const READING_HOOK =
  /^use(Suspense|DLE|Response|Responses|ResponseWith|Cache|Query|Live|Fetch|Subscription|Error|Pages|IsFetching|Cancelling)$/;

/** The name of a variable, or of the member that is accessed. */
export function nameOf(node: TSESTree.Node | undefined): string | undefined {
  if (node?.type === AST_NODE_TYPES.MemberExpression && !node.computed) return nameOf(node.property);
  return node?.type === AST_NODE_TYPES.Identifier ? node.name : undefined;
}

/** A call of a hook that reads an endpoint or a schema. */
export interface Reading {
  readonly hook: string;
  readonly endpoint: TSESTree.Node | undefined;
  /** Its arguments, including those that a callback returns. */
  readonly args: readonly TSESTree.Node[];
}

/** A member of an object, with its default value, if any. */
export interface Member {
  readonly name: string;
  readonly object: TSESTree.Expression;
  readonly otherwise: TSESTree.Expression | undefined;
}

/** Reads the names that a file imports from the library. */
export interface LibraryNames {
  /** The export that an expression refers to, such as `Entity` or `schema.Entity`; `undefined` for anything else. */
  readonly of: (node: TSESTree.Node | null | undefined) => string | undefined;
  /** The library hook that a call calls, if it takes an endpoint or a schema. */
  readonly hookOf: (node: TSESTree.Node | null | undefined) => string | undefined;
  /** The parts of a call of such a hook. */
  readonly readingOf: (node: TSESTree.CallExpression) => Reading | undefined;
  /** Where a variable is declared; `undefined` if it is assigned again later. */
  readonly declarationOf: (node: TSESTree.Identifier) => TSESLint.Scope.Definition | undefined;
  /** The initial value, if an expression is a variable that is not assigned again later. */
  readonly initOf: (node: TSESTree.Node) => TSESTree.Expression | undefined;
  /** The member that a variable is destructured from, with its object: `const { fetch } = useController()`. */
  readonly memberOf: (node: TSESTree.Node) => Member | undefined;
  /** The name of a variable that the file does not declare, such as `Promise`. */
  readonly globalOf: (node: TSESTree.Node) => string | undefined;
  /** The variable behind an identifier. */
  readonly variableOf: (node: TSESTree.Identifier) => TSESLint.Scope.Variable | null;
}

/** The library's names in the file that is being linted. */
export function libraryNames(sourceCode: Readonly<TSESLint.SourceCode>): LibraryNames {
  const variableOf = (node: TSESTree.Identifier) =>
    ASTUtils.findVariable(sourceCode.getScope(node), node.name);

  function declarationOf(node: TSESTree.Identifier): TSESLint.Scope.Definition | undefined {
    const { defs = [], references = [] } = variableOf(node) ?? {};
    return references.some(use => use.isWrite() && !use.init) ? undefined : defs[0];
  }

  function importOf(node: TSESTree.Identifier): string | undefined {
    const definition = variableOf(node)?.defs[0];
    if (definition?.parent?.type !== AST_NODE_TYPES.ImportDeclaration) return undefined;
    if (!LIBRARY.test(definition.parent.source.value)) return undefined;
    const specifier = definition.node;
    if (specifier.type === AST_NODE_TYPES.ImportNamespaceSpecifier) return '*';
    if (specifier.type !== AST_NODE_TYPES.ImportSpecifier) return undefined;
    const { imported } = specifier;
    return imported.type === AST_NODE_TYPES.Identifier ? imported.name : imported.value;
  }

  function of(node: TSESTree.Node | null | undefined): string | undefined {
    if (node?.type === AST_NODE_TYPES.Identifier) {
      const name = importOf(node);
      return name === '*' ? undefined : name;
    }
    if (node?.type !== AST_NODE_TYPES.MemberExpression || node.computed) return undefined;
    if (node.property.type !== AST_NODE_TYPES.Identifier) return undefined;
    // All schemas are members of `schema`, too.
    const isOfNamespace = node.object.type === AST_NODE_TYPES.Identifier && importOf(node.object) === '*';
    return isOfNamespace || of(node.object) === 'schema' ? node.property.name : undefined;
  }

  function hookOf(node: TSESTree.Node | null | undefined): string | undefined {
    if (node?.type !== AST_NODE_TYPES.CallExpression) return undefined;
    const name = of(node.callee);
    return name !== undefined && READING_HOOK.test(name) ? name : undefined;
  }

  return {
    of,
    variableOf,
    declarationOf,
    globalOf(node) {
      if (node.type !== AST_NODE_TYPES.Identifier) return undefined;
      return (variableOf(node)?.defs.length ?? 0) === 0 ? node.name : undefined;
    },
    hookOf,
    readingOf(node) {
      const hook = hookOf(node);
      if (hook === undefined) return undefined;
      const [endpoint, ...args] = hook === 'useResponseWith' ? node.arguments.slice(1) : node.arguments;
      if (hook === 'useResponses') return { hook, endpoint, args: madeBy(args[1]) };
      if (hook === 'usePages') return { hook, endpoint, args: madeBy(args[0]) };
      return { hook, endpoint, args };
    },
    initOf(node) {
      if (node.type !== AST_NODE_TYPES.Identifier) return undefined;
      const definition = declarationOf(node)?.node;
      if (definition?.type !== AST_NODE_TYPES.VariableDeclarator) return undefined;
      if (definition.id.type !== AST_NODE_TYPES.Identifier) return undefined;
      return definition.init ?? undefined;
    },
    memberOf(node) {
      if (node.type !== AST_NODE_TYPES.Identifier) return undefined;
      const definition = declarationOf(node);
      const { node: declared } = definition ?? {};
      if (declared?.type !== AST_NODE_TYPES.VariableDeclarator || declared.init == null) return undefined;
      if (declared.id.type !== AST_NODE_TYPES.ObjectPattern) return undefined;
      for (const property of declared.id.properties) {
        if (property.type !== AST_NODE_TYPES.Property) continue;
        const { key, value } = property;
        const [target, otherwise] =
          value.type === AST_NODE_TYPES.AssignmentPattern ? [value.left, value.right] : [value, undefined];
        if (target !== definition?.name || key.type !== AST_NODE_TYPES.Identifier || property.computed)
          continue;
        return { name: key.name, object: declared.init, otherwise };
      }
      return undefined;
    },
  };
}

/** The arguments that a callback returns as `id => [{ id }]`. */
function madeBy(callback: TSESTree.Node | undefined): readonly TSESTree.Node[] {
  if (callback?.type !== AST_NODE_TYPES.ArrowFunctionExpression) return [];
  if (callback.body.type !== AST_NODE_TYPES.ArrayExpression) return [];
  return callback.body.elements.filter(element => element !== null);
}
