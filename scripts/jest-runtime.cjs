// What jest does for each test file, done once a worker or not at all: compiling the same modules, and looking their
// globals up. That was half of the time of many a test.
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/**
 * Globals that a module is handed, since looking one up in a context of `vm` takes 300 ns each time. Only what no test
 * replaces: a module keeps what there was when it was loaded.
 */
const HANDED = [
  ...[
    'Object',
    'Array',
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'WeakRef',
    'Symbol',
    'Promise',
    'Proxy',
    'Reflect',
  ],
  ...['JSON', 'Math', 'Number', 'String', 'Boolean', 'BigInt', 'RegExp', 'Error', 'TypeError', 'RangeError'],
  ...['Uint8Array', 'ArrayBuffer', 'URL', 'URLSearchParams', 'Headers', 'AbortController', 'AbortSignal'],
  ...['process', 'globalThis', 'window', 'document'],
];

/** What this worker has compiled. */
const scripts = new Map();

function compiled(source, opening, filename) {
  const key = `${opening}${filename}`;
  const known = scripts.get(key);
  // While jest watches, a file may have changed since.
  if (known?.source === source) return known.script;
  // The columns of the first line stay what they are in the file, for stack traces.
  const script = new Script(`${opening}${source}\n}})`, { filename, columnOffset: -opening.length });
  scripts.set(key, { source, script });
  return script;
}

class RuntimeThatRemembers extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor, _environment: environment } = this;
    const compileAnew = executor.compile.bind(executor);
    const own = executor.injectedModuleParameters.join();
    const handed = HANDED.filter(name => name in environment.global);
    // A function of its own for the globals: a module may declare another thing of the name.
    const opening = `(function(${handed.join()}){return function(${own}){`;
    executor.compile = (source, filename) => {
      const context = environment.getVmContext();
      if (context === null) return null;
      let script;
      try {
        script = compiled(source, opening, filename);
      } catch {
        return compileAnew(source, filename); // and be told what is wrong with it
      }
      return script.runInContext(context)(...handed.map(name => environment.global[name]));
    };
  }
}

module.exports = { __esModule: true, default: RuntimeThatRemembers };
