import ts from 'typescript';
import { ownName } from '../plan/schemaNames.js';
import { documented } from './ast.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';
import { fieldSignatures, namedShape, typeOf } from './typeOf.js';

const { factory } = ts;

/** Declares the types that other files use, except entities. One type may need more. */
export function typeStatements(
  module: Module,
  output: Output,
  describe: (pointer: string) => string | undefined,
): ts.Statement[] {
  const { kinds, types, plains, inputs } = output;
  const made = new Map<string, ts.Statement>();
  for (let before = -1; before !== made.size; ) {
    before = made.size;
    for (const pointer of [...types]) {
      const name = kinds.typeNameAt(pointer);
      if (!made.has(name)) made.set(name, declare(name, pointer, 'read'));
    }
    for (const [pointer, name] of [...plains]) {
      if (!made.has(name)) made.set(name, declare(name, pointer, 'plain'));
    }
    for (const [pointer, name] of [...inputs]) {
      if (!made.has(name)) made.set(name, declare(name, pointer, 'input'));
    }
  }
  return [...made.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, statement]) => statement);

  function declare(name: string, pointer: string, purpose: keyof typeof SAID): ts.Statement {
    const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
    const inner = namedShape(pointer, kinds);
    const within = { ...output, within: kinds.canonical(pointer) };
    return documented(
      inner.kind === 'object'
        ? factory.createInterfaceDeclaration(
            exported,
            name,
            undefined,
            undefined,
            fieldSignatures(inner.fields, purpose, module, within),
          )
        : factory.createTypeAliasDeclaration(
            exported,
            name,
            undefined,
            typeOf(inner, purpose, module, within),
          ),
      describe(pointer) ?? SAID[purpose]?.(ownName(pointer)),
    );
  }
}

/** The docstrings of types whose schema has no description and whose name alone is not enough. */
const SAID = {
  read: undefined,
  plain: (name: string) => `A \`${name}\` as it comes: what is in it is not looked up in the store.`,
  input: (name: string) => `What is sent of a \`${name}\`.`,
};
