// Runs the slowest files first, so that no core is idle at the end. Without times from an earlier run, jest goes by
// file size.
const { default: Sequencer } = require('@jest/test-sequencer');

const SLOWEST = [
  'browser/boardPages',
  'browser/board.',
  'browser/boardUncompiled',
  'browser/next',
  // Tests that keep a core busy, in parallel with those that wait for a browser.
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
