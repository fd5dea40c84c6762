import ts from 'typescript';
import { ownName } from '../plan/schemaNames.js';
import type { Shape } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';
import { documented } from './ast.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';
import { fieldSignatures, typeOf } from './typeOf.js';

const { factory } = ts;

/** The types that other files use and that are no entities; making one may call for more. */
export function typeStatements(
  module: Module,
  output: Output,
  describe: (pointer: string) => string | undefined,
): ts.Statement[] {
  const { kinds, types, inputs } = output;
  const made = new Map<string, ts.Statement>();
  for (let before = -1; before !== made.size; ) {
    before = made.size;
    for (const pointer of [...types]) {
      const name = kinds.typeNameAt(pointer);
      if (!made.has(name)) made.set(name, declare(name, kinds.shapeAt(pointer), 'read', pointer));
    }
    for (const [pointer, name] of [...inputs]) {
      if (!made.has(name)) made.set(name, declare(name, kinds.shapeAt(pointer), 'input', pointer));
    }
  }
  return [...made.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, statement]) => statement);

  function declare(name: string, shape: Shape, purpose: 'read' | 'input', pointer: string): ts.Statement {
    const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
    const inner = purpose === 'input' ? withoutNull(shape).shape : shape;
    const doc =
      describe(pointer) ?? (purpose === 'input' ? `What is sent of a \`${ownName(pointer)}\`.` : undefined);
    return documented(
      inner.kind === 'object'
        ? factory.createInterfaceDeclaration(
            exported,
            name,
            undefined,
            undefined,
            fieldSignatures(inner.fields, purpose, module, output),
          )
        : factory.createTypeAliasDeclaration(
            exported,
            name,
            undefined,
            typeOf(inner, purpose, module, output),
          ),
      doc,
    );
  }
}
