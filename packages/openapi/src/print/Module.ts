import ts from 'typescript';
import { string } from './ast.js';

const { factory } = ts;

/** A file to write. It collects its imports while its statements are created. */
export class Module {
  readonly statements: ts.Statement[] = [];
  /** The declaration that is being created. */
  current: string | undefined;
  /** The names of the list schemas declared in it, by the path of the list. */
  readonly listsAt = new Map<string, string>();
  readonly #imports = new Map<string, Map<string, boolean>>();

  /**
   * @param name of the file, without extension
   * @param pathTo returns the specifier to import another file
   */
  constructor(
    readonly name: string,
    readonly pathTo: (file: string) => string,
  ) {}

  /** Imports a name of the library, and returns it. */
  library(name: string, { isType = false, from = 'rdc-toolkit' } = {}): string {
    return this.#add(from, name, isType);
  }

  /** Imports a name from another file, unless it is this file's own. */
  own(file: string, name: string, { isType = false } = {}): string {
    return file === this.name ? name : this.#add(this.pathTo(file), name, isType);
  }

  #add(from: string, name: string, isType: boolean): string {
    const names = this.#imports.get(from) ?? new Map<string, boolean>();
    this.#imports.set(from, names);
    names.set(name, isType && (names.get(name) ?? true));
    return name;
  }

  /** The imports so far, sorted. */
  importStatements(): ts.Statement[] {
    const sources = [...this.#imports.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
    return sources.map(from => {
      const names = [...(this.#imports.get(from) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
      const isTypeOnly = names.every(([, isType]) => isType);
      const elements = names.map(([name, isType]) =>
        factory.createImportSpecifier(isType && !isTypeOnly, undefined, factory.createIdentifier(name)),
      );
      return factory.createImportDeclaration(
        undefined,
        factory.createImportClause(
          isTypeOnly ? ts.SyntaxKind.TypeKeyword : undefined,
          undefined,
          factory.createNamedImports(elements),
        ),
        string(from),
      );
    });
  }
}

const rank = (from: string) => (from.startsWith('../') ? 1 : from.startsWith('.') ? 2 : 0);
