import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };

/**
 * Evaluates a module of definitions again and again, as hot reloading does: the library and what else the module
 * imports stay, what it defines is made anew.
 *
 * @param load what `import` gives inside the module
 */
export function hotModule<Exports>(file: string, load: (specifier: string) => unknown) {
  const source = readFileSync(file, 'utf8');
  const require = createRequire(file);
  return {
    /**
     * @param edit what its author has changed meanwhile
     */
    async evaluate(edit: (source: string) => string = text => text): Promise<Exports> {
      const { outputText: code } = transpileModule(edit(source), { compilerOptions });
      const module = { exports: {} };
      new Function('module', 'exports', 'require', code)(
        module,
        module.exports,
        (name: string) => load(name) ?? require(name),
      );
      // Each evaluation is a turn of its own.
      await new Promise(resolve => setTimeout(resolve, 0));
      return module.exports as Exports;
    },
  };
}
