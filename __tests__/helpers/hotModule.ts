import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };

/**
 * Evaluates a module of definitions repeatedly, as hot reloading does: the library and other imports stay, and the
 * module's own definitions are created again.
 *
 * @param load returns what `import` gives inside the module
 */
export function hotModule<Exports>(file: string, load: (specifier: string) => unknown) {
  const source = readFileSync(file, 'utf8');
  const require = createRequire(file);
  return {
    /**
     * @param edit the change to the source since the last evaluation
     */
    async evaluate(edit: (source: string) => string = text => text): Promise<Exports> {
      const { outputText: code } = transpileModule(edit(source), { compilerOptions });
      const module = { exports: {} };
      new Function('module', 'exports', 'require', code)(
        module,
        module.exports,
        (name: string) => load(name) ?? require(name),
      );
      // Each evaluation is a separate turn.
      await new Promise(resolve => setTimeout(resolve, 0));
      return module.exports as Exports;
    },
  };
}
