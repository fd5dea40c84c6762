// What jest does for each test file, done once a worker or not at all: compiling the same modules, looking their globals
// up, and telling each promise which test it belongs to. That was half of the time of many a test.
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
  /** Of this test file. */
  storages = [];

  constructor(...args) {
    super(...args);
    const { coreModule, executor, storages, _environment: environment } = this;
    const requireCore = coreModule.require.bind(coreModule);
    coreModule.require = name => {
      const core = requireCore(name);
      if (name !== 'node:async_hooks') return core;
      class AsyncLocalStorage extends core.AsyncLocalStorage {
        constructor(...options) {
          super(...options);
          storages.push(this);
        }
      }
      return { ...core, AsyncLocalStorage };
    };
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

  /**
   * Jest keeps in a storage which test is running, one for each file, and leaves it on: with every file that a worker
   * has run, each promise had one more to hand on.
   */
  teardown() {
    super.teardown();
    for (const storage of this.storages) storage.disable();
  }
}

module.exports = { __esModule: true, default: RuntimeThatRemembers };
