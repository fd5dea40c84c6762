import ts from 'typescript';
import { string } from './ast.js';

const { factory } = ts;

/** One file that is written: what it imports is gathered while its statements are made. */
export class Module {
  readonly statements: ts.Statement[] = [];
  /** The name of the declaration that is being made. */
  current: string | undefined;
  /** The names of the schemas of lists that are declared in it, by the path of the list. */
  readonly listsAt = new Map<string, string>();
  readonly #imports = new Map<string, Map<string, boolean>>();

  /**
   * @param name of the file, without its ending
   * @param pathTo the specifier by which another file is imported
   */
  constructor(
    readonly name: string,
    readonly pathTo: (file: string) => string,
  ) {}

  /** A name of the library. */
  library(name: string, { isType = false, from = 'rdc-toolkit' } = {}): string {
    return this.#add(from, name, isType);
  }

  /** A name of another file; nothing is imported into the file itself. */
  own(file: string, name: string, { isType = false } = {}): string {
    return file === this.name ? name : this.#add(this.pathTo(file), name, isType);
  }

  #add(from: string, name: string, isType: boolean): string {
    const names = this.#imports.get(from) ?? new Map<string, boolean>();
    this.#imports.set(from, names);
    names.set(name, isType && (names.get(name) ?? true));
    return name;
  }

  /** The files of this folder that are imported when the program runs. */
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
