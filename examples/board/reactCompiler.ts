import { transformAsync } from '@babel/core';
import type { PluginOptions } from 'babel-plugin-react-compiler';
import type { Plugin } from 'vite';

/** Runs the React Compiler on the app's own sources; types and JSX are left to Vite. */
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
 * The same module, with memoized components and hooks.
 *
 * @throws when the compiler would skip one, because it breaks a rule of React or is too complex
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
