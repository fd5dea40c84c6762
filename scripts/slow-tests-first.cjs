// Begins with the files that take longest, so that no core is left without work at the end: where jest has no times of
// an earlier run, it goes by the size of a file.
const { default: Sequencer } = require('@jest/test-sequencer');

const SLOWEST = [
  'browser/boardPages',
  'browser/board.',
  'browser/boardUncompiled',
  'browser/next',
  // What keeps a core busy, beside what waits for a browser.
  'overlap/overlapping',
  'reliability/dayOfUse',
  'browser/docs',
  'browser/devtools',
  'browser/serverRendering',
  'browser/boardLog',
  'native/onScreen',
  'react/everyHook',
  'react/exactRendering',
  'react/timeTravel',
  'react/activity',
  'structure/docs.',
  'declarations/',
  'memory/bookkeeping',
  'serverRendering/memory',
  'structure/production',
  'react/rendering',
  'overlap/order',
  'denormalize/lists',
  'reliability/',
];

const rankOf = ({ path }) => {
  const rank = SLOWEST.findIndex(part => path.includes(`/${part}`));
  return rank < 0 ? SLOWEST.length : rank;
};

module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => rankOf(a) - rankOf(b));
  }
};
