// Does once per worker, or not at all, what jest does for each test file: compiling the same modules, looking up their
// globals, and linking each promise to its test. That took half of the time of many tests.
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/**
 * Globals that are passed to a module, since each lookup in a `vm` context takes 300 ns. Only those that no test
 * replaces: a module keeps what it was loaded with.
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

/** What this worker compiled. */
const scripts = new Map();

function compiled(source, opening, filename) {
  const key = `${opening}${filename}`;
  const known = scripts.get(key);
  // In watch mode, a file may have changed since.
  if (known?.source === source) return known.script;
  // Keeps the columns of the first line as in the file, for stack traces.
  const script = new Script(`${opening}${source}\n}})`, { filename, columnOffset: -opening.length });
  scripts.set(key, { source, script });
  return script;
}

class RuntimeThatRemembers extends Runtime {
  /** The storages of this test file. */
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
    // An outer function for the globals, since a module may declare the same name.
    const opening = `(function(${handed.join()}){return function(${own}){`;
    executor.compile = (source, filename) => {
      const context = environment.getVmContext();
      if (context === null) return null;
      let script;
      try {
        script = compiled(source, opening, filename);
      } catch {
        return compileAnew(source, filename); // reports what is wrong with it
      }
      return script.runInContext(context)(...handed.map(name => environment.global[name]));
    };
  }

  /**
   * Jest keeps the running test in a storage, one for each file, and never disables it: with every file that a worker
   * ran, each promise had one more to pass on.
   */
  teardown() {
    super.teardown();
    for (const storage of this.storages) storage.disable();
  }
}

module.exports = { __esModule: true, default: RuntimeThatRemembers };
