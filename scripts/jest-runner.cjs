// Runs the browser tests in parallel with all others, in separate workers. A file that waits for Chromium leaves its
// core idle, so several run at once; the others get just enough workers to keep the cores busy, as each compiles alone.
const { availableParallelism } = require('node:os');
const { default: Runner } = require('jest-runner');

const isOfBrowser = ({ context }) => context.config.displayName?.name === 'browser';

module.exports = class extends Runner {
  constructor(globalConfig, context) {
    super(globalConfig, context);
    const { maxWorkers } = globalConfig;
    // One more than the cores: sometimes a file waits for a timer.
    const others = Math.min(maxWorkers, availableParallelism() + 1);
    const of = workers => new Runner({ ...globalConfig, maxWorkers: Math.max(1, workers) }, context);
    this.ofBrowser = of(maxWorkers - others);
    this.ofOthers = of(others);
  }

  async runTests(tests, watcher, options) {
    const browser = tests.filter(isOfBrowser);
    const others = tests.filter(test => !isOfBrowser(test));
    if (options.serial || others.length === 0) return super.runTests(tests, watcher, options);
    const runs = [this.ofOthers.runTests(others, watcher, options)];
    if (browser.length > 0) runs.push(this.ofBrowser.runTests(browser, watcher, options));
    await Promise.all(runs);
  }

  on(event, listener) {
    const ends = [this, this.ofBrowser, this.ofOthers].map(runner =>
      Runner.prototype.on.call(runner, event, listener),
    );
    return () => {
      for (const end of ends) end();
    };
  }
};
