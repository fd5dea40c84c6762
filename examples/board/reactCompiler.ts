import { transformAsync } from '@babel/core';
import type { PluginOptions } from 'babel-plugin-react-compiler';
import type { Plugin } from 'vite';

/** Has the React Compiler go over the app's own sources; all else in them, types and JSX, is left to Vite. */
export function reactCompiler(): Plugin {
  return {
    name: 'react-compiler',
    enforce: 'pre', // it has to see what was written, not what Vite makes of it
    transform: {
      filter: { id: { include: /\/src\/.+\.tsx?$/, exclude: /\/node_modules\// } },
      handler: (code, file) => compile(code, file),
    },
  };
}

/**
 * The same module, with components and hooks that keep what they have made from one render to the next.
 *
 * @throws when there is one that the compiler would leave as it is, because it breaks a rule of React or is too clever
 */
export async function compile(code: string, file: string) {
  const options: PluginOptions = { panicThreshold: 'all_errors' };
  const compiled = await transformAsync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [['babel-plugin-react-compiler', options]],
    sourceMaps: true,
  });
  return { code: compiled?.code ?? code, map: compiled?.map ?? null };
}
