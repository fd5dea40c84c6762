// Checks that every source map in dist/ points to sources that are published with it.
//
//   node scripts/check-source-maps.mjs
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { files: published } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const dist = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' });

const isPublished = file => existsSync(file) && published.includes(relative(root, file).split(/[\\/]/)[0]);
const problems = [];

for (const file of dist.filter(file => file.endsWith('.map'))) {
  const path = join(root, 'dist', file);
  for (const source of JSON.parse(readFileSync(path, 'utf8')).sources) {
    if (!isPublished(resolve(dirname(path), source))) problems.push(`dist/${file} points to ${source}`);
  }
}
for (const file of dist.filter(file => /\.(c?js|d\.c?ts)$/.test(file))) {
  const named = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(readFileSync(join(root, 'dist', file), 'utf8'))?.[1];
  if (named !== undefined && !dist.includes(join(dirname(file), named)))
    problems.push(`dist/${file} names ${named}`);
}

for (const problem of problems) console.log(problem);
console.log(`${dist.filter(file => file.endsWith('.map')).length} source maps, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
