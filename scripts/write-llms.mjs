// Writes the docs for language models: llms.txt, a list of all pages, and llms-full.txt, the pages themselves.
//
//   node scripts/write-llms.mjs <folder>
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.argv[2] ?? join(root, 'site/public');
const { description, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The groups of the list, each with a pattern for the pages that it takes from those left. */
const groups = {
  'Start here': /^(getting-started|comparison)\.md$/,
  Guides: /^guides\//,
  Concepts: /^concepts\//,
  API: /^api\//,
  Reference: /^(errors|performance|specification|versions)\.md$/,
};

/** The first page; the others are in the order of their names. */
const FIRST = 'getting-started.md';

const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map(file => file.split(sep).join('/'))
  .filter(file => file.endsWith('.md'))
  .sort((one, other) => Number(other === FIRST) - Number(one === FIRST) || (one < other ? -1 : 1))
  .map(file => ({ file, text: visible(readFileSync(join(root, 'docs', file), 'utf8')) }));

/** A page without its invisible parts. */
function visible(text) {
  return text.replace(/^<!--[\s\S]*?-->\n+/gm, '').replace(/^(\s*`{3}tsx?) .+$/gm, '$1');
}

function titleOf({ file, text }) {
  return /^# (.+)$/m.exec(text)?.[1] ?? file;
}

/** The first sentence below the heading. */
function summaryOf({ text }) {
  const paragraph = /^# .+\n+([^#|`\n][\s\S]*?)(?:\n\n|$)/.exec(text)?.[1] ?? '';
  const plain = paragraph.replace(/\s+/g, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain;
}

const list = Object.entries(groups).map(([name, belongs]) => {
  const lines = pages
    .filter(({ file }) => belongs.test(file) && !file.endsWith('README.md'))
    .map(page => {
      const summary = summaryOf(page);
      return `- [${titleOf(page)}](/${page.file.replace(/\.md$/, '')})${summary && `: ${summary}`}`;
    });
  return `## ${name}\n\n${lines.join('\n')}`;
});

const full = Object.values(groups).flatMap(belongs =>
  pages
    .filter(({ file }) => belongs.test(file) && !file.endsWith('README.md'))
    .map(({ file, text }) => `<!-- docs/${file} -->\n\n${text.trim()}`),
);

const head = `# rdc-toolkit ${version}\n\n> ${description}`;
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'llms.txt'), `${head}\n\n${list.join('\n\n')}\n`);
writeFileSync(join(folder, 'llms-full.txt'), `${head}\n\n${full.join('\n\n---\n\n')}\n`);
