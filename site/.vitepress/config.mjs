import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = resolve(root, 'docs');
const { description, repository } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
/** Where sources can be read; without one, links to sources are plain text. */
const sources = repository && `${(repository.url ?? repository).replace(/^git\+|\.git$/g, '')}/blob/main`;

/** The pages of a folder as a group of the sidebar, each under its heading. */
function group(text, folder, collapsed) {
  const items = readdirSync(resolve(docs, folder))
    .filter(file => file.endsWith('.md') && file !== 'README.md')
    .map(file => ({ text: headingOf(`${folder}/${file}`), link: `/${folder}/${file.replace(/\.md$/, '')}` }))
    .sort((one, other) => one.text.localeCompare(other.text));
  return { text, collapsed, items };
}

function headingOf(page) {
  const [, heading = page] = /^# (.+)$/m.exec(readFileSync(resolve(docs, page), 'utf8')) ?? [];
  return heading.replaceAll('`', '');
}

/** Links that leave the docs lead to the sources, which are not part of the site. */
function linkSources(md) {
  const render = md.renderer.rules.link_open ?? ((tokens, i, options, _, self) => self.renderToken(tokens, i, options));
  md.core.ruler.push('link-sources', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href === null || /^([a-z]+:|#)/i.test(href)) continue;
      const [path, anchor] = href.split('#');
      const page = dirname(resolve(docs, env.relativePath));
      const target = path.startsWith('/') ? path.slice(1) : relative(root, resolve(page, path));
      if (target.startsWith('docs/')) continue;
      if (sources) token.attrSet('href', `${sources}/${target}${anchor ? `#${anchor}` : ''}`);
      else token.attrs = [['class', 'source']];
    }
  });
  md.renderer.rules.link_open = (tokens, i, ...rest) =>
    tokens[i].attrGet('href') === null ? '<a class="source">' : render(tokens, i, ...rest);
}

/** A head of a table without a word in it is a cell like any other: a screen reader would announce a heading of nothing. */
function emptyHeaders(md) {
  md.core.ruler.push('empty-headers', ({ tokens }) => {
    tokens.forEach((token, i) => {
      if (token.type !== 'th_open' || tokens[i + 1]?.content !== '') return;
      for (const part of [token, tokens[i + 2]]) part.tag = 'td';
    });
  });
}

export default defineConfig({
  title: 'rdc-toolkit',
  description,
  lang: 'en',
  base: process.env.SITE_BASE ?? '/',
  // A copy of docs/, by scripts/build-site.mjs: what pages import is looked for above them.
  srcDir: 'pages',
  cleanUrls: true,
  lastUpdated: false,
  rewrites: { 'README.md': 'map.md', 'api/README.md': 'api/index.md' },
  markdown: {
    // The default ones are too faint for comments and keywords.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: md => {
      linkSources(md);
      emptyHeaders(md);
    },
  },
  vite: { publicDir: fileURLToPath(new URL('../public', import.meta.url)) },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Get started', link: '/getting-started' },
      { text: 'API', link: '/api/' },
      { text: 'Errors', link: '/errors' },
      { text: 'Comparison', link: '/comparison' },
      { text: 'Try it', link: '/board' },
    ],
    sidebar: [
      { text: 'Getting started', link: '/getting-started' },
      group('Guides', 'guides', false),
      group('Concepts', 'concepts', false),
      { text: 'Reference', items: ['comparison', 'errors', 'specification'].map(page => ({ text: headingOf(`${page}.md`), link: `/${page}` })) },
      group('API', 'api', true),
      group('Contributing', 'contributing', true),
    ],
  },
});
