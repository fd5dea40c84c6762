// How long the compiler takes over an app of 200 resources, and over the same app by RTK Query and with functions typed by hand.
//
//   node bench/types/run.mjs [resources] [typescript package]
//
// Measures the declarations of the built package, which is what users compile against: run `npm run build` first.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [, , resources = '200', compiler = 'typescript'] = process.argv;
const RUNS = 5;
const here = dirname(fileURLToPath(import.meta.url));
const project = resolve(here, '../..');
const folder = join(project, 'node_modules/.cache/bench-types');

mkdirSync(folder, { recursive: true });
execFileSync('node', [join(here, 'generate.mjs'), folder, resources]);

function measure(app) {
  const config = join(folder, `tsconfig.${app}.json`);
  writeFileSync(
    config,
    JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        module: 'ESNext',
        moduleResolution: 'bundler',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        types: [],
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        paths: { 'rdc-toolkit': [join(process.env.DIST ?? join(project, 'dist'), 'index.d.ts')] },
      },
      include: [app],
    }),
  );
  const runs = Array.from({ length: RUNS }, () => {
    const tsc = join(project, `node_modules/${compiler}/bin/tsc`);
    const { stdout, status } = spawnSync('node', [tsc, '-p', config, '--extendedDiagnostics'], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The app ${app} does not compile:\n${stdout.slice(0, 2_000)}`);
    const read = name => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1]);
    return {
      check: read('Check time'),
      total: read('Total time'),
      types: read('Types'),
      instantiations: read('Instantiations'),
      memory: read('Memory used'),
    };
  });
  // The quickest: whatever else the machine does only adds to a run.
  return runs.sort((a, b) => a.total - b.total)[0];
}

const hand = measure('hand');
const ours = measure('resource');
const rtkQuery = measure('rtkQuery');
const row = (name, { check, total, types, instantiations, memory }) =>
  `${name.padEnd(10)} ${`${total.toFixed(2)} s`.padStart(8)} ${`${check.toFixed(2)} s`.padStart(8)} ${String(types).padStart(9)} ${String(instantiations).padStart(14)} ${`${Math.round(memory / 1024)} MB`.padStart(8)}`;
console.log(`${resources} resources, ${compiler}, quickest of ${RUNS}`);
console.log(
  `${' '.repeat(10)} ${'total'.padStart(8)} ${'check'.padStart(8)} ${'types'.padStart(9)} ${'instantiations'.padStart(14)} ${'memory'.padStart(8)}`,
);
console.log(row('by hand', hand));
console.log(row('resource()', ours));
console.log(row('RTK Query', rtkQuery));
console.log(
  `total: ${(ours.total / hand.total).toFixed(2)} times, check: ${(ours.check / hand.check).toFixed(2)} times`,
);
console.log(`instantiations: ${(ours.instantiations / rtkQuery.instantiations).toFixed(2)} of RTK Query's`);
