// Measures what Redux DevTools costs with devToolsOptions() and 10 000 records in the store. The same session runs
// several times, and the median of each action counts: a pause of the machine or of the garbage collector hits another
// action each time. For each: making and serializing what is shown of the action and of the state, as the extension
// does, and the diff of successive states, as its inspector computes it. All in processor time, so that other processes
// matter less; in one thread, or concurrent garbage collection would count as well.
//
//   node --expose-gc --single-threaded scripts/measure-shown-log.mjs
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { DiffPatcher } from 'jsondiffpatch';

const RECORDS = 10_000;
const ROUNDS = 100;
/** The first two warm up the compiler. */
const SESSIONS = 9;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'node_modules/.cache/measure');
const outfile = join(folder, 'shown-log.mjs');
mkdirSync(folder, { recursive: true });
await build({
  stdin: {
    contents: `export { cpuTime } from './__tests__/helpers/cpuTime';
      export { largeSession } from './__tests__/helpers/largeSession';
      export { devToolsOptions } from 'rdc-toolkit';`,
    resolveDir: root,
    loader: 'ts',
  },
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  tsconfig: join(root, 'tsconfig.json'),
  define: { 'process.env.NODE_ENV': '"development"' },
  logLevel: 'error',
});
const { cpuTime, largeSession, devToolsOptions } = await import(pathToFileURL(outfile));
const { actionSanitizer, stateSanitizer } = devToolsOptions();

const inspector = new DiffPatcher({
  arrays: { detectMove: false },
  objectHash: ({ id }, index) => (id ? `$$id:${JSON.stringify(id)}` : `$$index:${index}`),
});

async function measuredSession() {
  const samples = [];
  let before;
  await largeSession(RECORDS, ROUNDS, ({ action, state }) => {
    // Collect the app's garbage first, so that it is not counted.
    gc({ type: 'minor' });
    const start = cpuTime();
    const shownAction = actionSanitizer(action, samples.length);
    const actionText = JSON.stringify(shownAction);
    const stateText = JSON.stringify(stateSanitizer(state, samples.length));
    const shown = cpuTime() - start;
    const after = JSON.parse(stateText);
    const opened = cpuTime();
    if (before !== undefined) inspector.diff(before, after);
    before = after;
    samples.push({
      label: shownAction.type,
      type: shownAction.actionType,
      shown,
      difference: cpuTime() - opened,
      size: actionText.length + stateText.length,
    });
  });
  return samples;
}

const at = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(part * values.length))];
const inMs = value => `${value.toFixed(2)} ms`;

const sessions = [];
for (let i = 0; i < SESSIONS; i++) sessions.push(await measuredSession());
const [first, , ...counted] = sessions;
const samples = first.map((sample, i) => ({
  ...sample,
  shown: at(
    counted.map(session => session[i].shown),
    0.5,
  ),
  difference: at(
    counted.map(session => session[i].difference),
    0.5,
  ),
}));

const quartet = times => {
  const [median, p95, p99, most] = [0.5, 0.95, 0.99, 1].map(part => inMs(at(times, part)));
  return `median ${median} · p95 ${p95} · p99 ${p99} · most ${most}`;
};

function report(name, some) {
  const sizes = some.map(({ size }) => size);
  console.log(
    `${name.padEnd(16)} ${String(some.length).padStart(5)} actions · ${quartet(some.map(({ shown }) => shown))}` +
      ` · median of ${at(sizes, 0.5)} characters, ${at(sizes, 1)} at most`,
  );
}

report('all', samples);
for (const type of new Set(samples.map(({ type }) => type)))
  report(
    type,
    samples.filter(sample => sample.type === type),
  );
console.log(`\nA difference: ${quartet(samples.map(({ difference }) => difference))}`);
console.log('\nThe slowest:');
for (const { label, shown, difference, size } of samples.toSorted((a, b) => b.shown - a.shown).slice(0, 10))
  console.log(
    `${inMs(shown)}, ${inMs(difference)} the difference, ${size} characters · ${label.slice(0, 80)}`,
  );
