// Measures what Redux DevTools takes with devToolsOptions() and 10 000 records in the store: for each action of a
// session, the processor time of making and serializing what is shown of the action and of the state.
//
//   node --expose-gc scripts/measure-shown-log.mjs
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const RECORDS = 10_000;
const ROUNDS = 200;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'node_modules/.cache/measure');
const outfile = join(folder, 'shown-log.mjs');
mkdirSync(folder, { recursive: true });
await build({
  stdin: {
    contents: `export { largeSession } from './__tests__/helpers/largeSession';
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
const { largeSession, devToolsOptions } = await import(pathToFileURL(outfile));
const { actionSanitizer, stateSanitizer } = devToolsOptions();

const samples = [];
let id = 0;
await largeSession(RECORDS, ROUNDS, ({ action, state }) => {
  // What the app left behind is not what showing it costs.
  gc({ type: 'minor' });
  const start = process.cpuUsage();
  const shownAction = actionSanitizer(action, id);
  const actionText = JSON.stringify(shownAction);
  const between = process.cpuUsage(start);
  const stateText = JSON.stringify(stateSanitizer(state, id));
  const whole = process.cpuUsage(start);
  const ms = ({ user, system }) => (user + system) / 1_000;
  samples.push({
    id: id++,
    label: shownAction.type,
    type: shownAction.actionType,
    action: ms(between),
    whole: ms(whole),
    actionSize: actionText.length,
    stateSize: stateText.length,
  });
});

const at = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(part * values.length))];
const inMs = value => `${value.toFixed(2)} ms`;

function report(name, some) {
  const times = some.map(({ whole }) => whole);
  const sizes = some.map(({ actionSize, stateSize }) => actionSize + stateSize);
  const [median, p95, p99, most] = [0.5, 0.95, 0.99, 1].map(part => inMs(at(times, part)));
  console.log(
    `${name.padEnd(16)} ${String(some.length).padStart(5)} actions · median ${median} · p95 ${p95} · p99 ${p99} · most ${most}` +
      ` · median of ${at(sizes, 0.5)} characters, ${at(sizes, 1)} at most`,
  );
}

report('all', samples);
for (const type of new Set(samples.map(({ type }) => type)))
  report(
    type,
    samples.filter(sample => sample.type === type),
  );
console.log('\nThe slowest:');
for (const { label, action, whole, actionSize, stateSize } of samples
  .toSorted((a, b) => b.whole - a.whole)
  .slice(0, 10)) {
  const sizes = `${actionSize} + ${stateSize} characters`;
  console.log(`${inMs(whole)}, ${inMs(action)} of them for the action, ${sizes} · ${label.slice(0, 80)}`);
}
