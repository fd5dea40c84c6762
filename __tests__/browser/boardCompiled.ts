import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The names of the board's function components and hooks, in order. */
export function componentsAndHooks(): readonly string[] {
  const sources = resolve(__dirname, '../../examples/board/src');
  return names(sources, /\.tsx?$/, /^(?:export )?function ((?:[A-Z]|use[A-Z])\w*)/gm);
}

/** The names of those that the React Compiler gave a cache in a development build. */
export function compiledIn(clientFolder: string): readonly string[] {
  // A bundler appends `$1` to a name that another module also has.
  const cached = /function (\w+?)(?:\$\d+)?\(\w*\) \{\s*const \$ = \(0, \w+\.c\)\(\d+\)/g;
  return names(join(clientFolder, 'assets'), /\.js$/, cached);
}

function names(folder: string, files: RegExp, name: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => files.test(file))
    .flatMap(file => [...readFileSync(join(folder, file), 'utf8').matchAll(name)])
    .map(([, found = '']) => found)
    .sort();
}
