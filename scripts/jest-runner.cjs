// Runs the tests of the browser beside all others, in workers of their own. What waits for Chromium leaves the cores to
// others, so several files may; what does not has as many workers as keep the cores busy, since each compiles for itself.
const { availableParallelism } = require('node:os');
const { default: Runner } = require('jest-runner');

const isOfBrowser = ({ context }) => context.config.displayName?.name === 'browser';

module.exports = class extends Runner {
  constructor(globalConfig, context) {
    super(globalConfig, context);
    const { maxWorkers } = globalConfig;
    // One more than there are cores: now and then a file waits for a timer.
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
