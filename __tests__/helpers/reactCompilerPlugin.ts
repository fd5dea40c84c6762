import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { compile } from '../../examples/board/reactCompiler';

/** Makes esbuild compile the components of matching files with the React Compiler. */
export function reactCompilerPlugin(filter: RegExp): Plugin {
  return {
    name: 'react-compiler',
    setup({ onLoad }) {
      onLoad({ filter }, async ({ path }) => {
        const { code } = await compile(await readFile(path, 'utf8'), path);
        return { contents: code, loader: 'tsx' };
      });
    },
  };
}
