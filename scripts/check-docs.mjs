// Checks that the docs are still true: code blocks compile, links lead somewhere.
// The rules for writers are in docs/contributing/docs.md.
//
//   node scripts/check-docs.mjs [folder]             the project by default
//   node scripts/check-docs.mjs --write <folder>     only writes the modules of all pages there, to run them
//
// Reads README.md, docs/**/*.md, skills/**/*.md and the @example blocks in lib/; for the glossary also the comments and
// messages in lib/ and packages/, and the names of tests. Prints each problem as file:line, and exits with 1 if any.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { exceptions, glossary } from './glossary.mjs';
import { proseInSource } from './prose.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));
const isWriting = process.argv[2] === '--write';
const root = resolve((isWriting ? undefined : process.argv[2]) ?? project);
const problems = [];
const report = (file, line, text) => problems.push({ file, line, text });

const list = (folder, pattern) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true })
        .map(file => `${folder}/${file.split(sep).join('/')}`)
        .filter(file => pattern.test(file))
        .sort()
    : [];
const read = file => readFileSync(join(root, file), 'utf8');

const pages = [
  ...['README.md'].filter(file => existsSync(join(root, file))),
  ...list('docs', /\.md$/),
  ...list('skills', /\.md$/),
];
const sources = list('lib', /\.tsx?$/);
const isTest = file => /(^|\/)__tests__\//.test(file);
const proseSources = [
  ...sources,
  ...list('packages', /\.(tsx?|mjs)$/).filter(file => !/\/(node_modules|dist)\//.test(file)),
  ...list('__tests__', /\.tsx?$/).filter(file => !file.includes('/node_modules/')),
];

// --------------------------------------------------------------------------------------------- finding the blocks

/**
 * The fenced blocks in some lines of Markdown, including hidden ones (an HTML comment that starts with `ts`), and the
 * code of tables that follow a block marked `cells`. `first` is the number of the first line.
 */
function* readBlocks(file, lines, first = 1) {
  for (let i = 0; i < lines.length; i++) {
    const opening =
      /^(\s*)(`{3,}|~{3,})\s*(.*?)\s*$/.exec(lines[i]) ?? /^()(<!--)\s+(tsx?\b.*?)\s*$/.exec(lines[i]);
    if (opening === null) continue;
    const [, indent, fence, info] = opening;
    const isEnd = line => (fence === '<!--' ? line.trim() === '-->' : line.trim().startsWith(fence));
    const start = i + 1;
    for (i = start; i < lines.length && !isEnd(lines[i]); ) i++;
    const text = lines
      .slice(start, i)
      .map(line => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()));
    const [language, ...words] = info.split(/\s+/);
    if (language !== 'ts' && language !== 'tsx') continue;
    yield { file, line: first + start, language, words: words.filter(word => word !== 'cells'), text };
    if (words.includes('cells')) yield* readCells(file, lines, i + 1, first, language);
  }
}

/**
 * The code in the last columns of the tables up to the next block. Each piece continues the block before the tables, in
 * its own function. A piece that is only a name is skipped.
 */
function* readCells(file, lines, after, first, language) {
  const isRule = line => /^\|[\s:|-]+$/.test(line ?? '');
  for (let i = after; i < lines.length && !/^\s*(`{3}|~{3}|<!--)/.test(lines[i]); i++) {
    if (!lines[i].startsWith('|') || isRule(lines[i]) || isRule(lines[i + 1])) continue;
    const last = lines[i].split(/(?<!\\)\|/).at(-2);
    const pieces = [...last.matchAll(/`([^`]+)`/g)].map(([, piece]) => piece.replaceAll('\\|', '|'));
    const code = pieces.filter(piece => !/^[\w /-]+$/.test(piece));
    const text = [code.map(piece => `async () => { ${piece}; };`).join(' ')];
    yield { file, line: first + i, language, words: ['continue'], text };
  }
}

/** The @example blocks of the docstrings in a source file. Without a fence the whole block is code. */
function* readExamples(file) {
  const text = read(file);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  for (const { pos, end } of docstringsOf(source)) {
    const first = source.getLineAndCharacterOfPosition(pos).line + 1;
    const lines = text
      .slice(pos, end)
      .split('\n')
      .map(line => line.replace(/^\s*\/\*\*\s?|\s*\*\/\s*$/g, '').replace(/^\s*\* ?/, ''));
    for (const [start, stop] of exampleRanges(lines)) {
      const body = lines.slice(start, stop);
      body[0] = body[0].replace(/^\s*@example\b\s?/, '');
      const fenced = [...readBlocks(file, body, first + start)];
      const isFenced = body.some(line => /^\s*(`{3}|~{3})/.test(line));
      if (isFenced) yield* fenced;
      else
        yield {
          file,
          line: first + start,
          language: file.endsWith('x') ? 'tsx' : 'ts',
          words: [],
          text: body,
        };
    }
  }
}

function docstringsOf(source) {
  const found = new Map(); // by position: two declarations may share one
  const visit = node => {
    for (const doc of node.jsDoc ?? []) found.set(doc.pos, doc);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.values();
}

/** From each `@example` to the next tag outside a fence. */
function exampleRanges(lines) {
  const ranges = [];
  let isFenced = false;
  let start;
  lines.forEach((line, i) => {
    if (/^\s*(`{3}|~{3})/.test(line)) isFenced = !isFenced;
    if (isFenced || !/^\s*@[a-z]/.test(line)) return;
    if (start !== undefined) ranges.push([start, i]);
    start = /^\s*@example\b/.test(line) ? i : undefined;
  });
  if (start !== undefined) ranges.push([start, lines.length]);
  return ranges;
}

// ------------------------------------------------------------------------------------------- from blocks to modules

/**
 * Joins the blocks of one page into modules: each block is one, `continue` appends to the previous one, and a file name
 * lets other blocks of the page import it.
 */
function toModules(blocks) {
  const modules = [];
  for (const block of blocks) {
    const { file, line, words } = block;
    const name = words.find(word => /^(?:[\w-]+\/)*[\w-]+\.tsx?$/.test(word));
    const strange = words.find(word => word !== name && word !== 'continue');
    if (strange !== undefined)
      report(
        file,
        line - 1,
        `'${strange}' after the language means nothing: write 'continue' or a file name.`,
      );
    if (!words.includes('continue')) modules.push({ file, name, blocks: [block] });
    else if (modules.length > 0) modules.at(-1).blocks.push(block);
    else report(file, line - 1, "'continue' has no block before it on this page.");
  }
  return modules.map((module, i) => {
    const extension = module.blocks.some(({ language }) => language === 'tsx') ? 'tsx' : 'ts';
    return { ...module, name: module.name ?? `block-${i + 1}.${extension}` };
  });
}

/** The text of a module, and the page's line for each of its lines. */
function assemble({ blocks }, prelude) {
  const text = [prelude];
  const origin = [blocks[0].line];
  for (const block of blocks) {
    text.push(...block.text);
    origin.push(...block.text.map((_, i) => block.line + i));
  }
  return { text: [...text, 'export {};'].join('\n'), origin };
}

// ---------------------------------------------------------------------------------- names that examples may assume

/** Names that docstring examples may use without declaring or importing them: the public ones, and some stand-ins. */
function readScope() {
  const scope = new Map();
  const add = (from, file) => {
    if (!existsSync(join(project, file))) return;
    const source = ts.createSourceFile(
      file,
      readFileSync(join(project, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    for (const { name, isType } of exportsOf(source)) if (!scope.has(name)) scope.set(name, { from, isType });
  };
  add('rdc-toolkit', 'lib/index.ts');
  for (const entry of ['react', 'zod', 'testing', 'server', 'stream', 'rtk-query', 'devtools'])
    add(`rdc-toolkit/${entry}`, `lib/${entry}/index.ts`);
  add(join(project, 'scripts/exampleScope'), 'scripts/exampleScope.ts');
  return scope;
}

function* exportsOf(source) {
  for (const statement of source.statements) {
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    ) {
      const isType = statement.isTypeOnly;
      for (const element of statement.exportClause.elements) {
        yield { name: element.name.text, isType: isType || element.isTypeOnly };
      }
    } else if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
      const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
      for (const name of declaredBy(statement)) yield { name, isType };
    }
  }
}

/** The names that one top-level statement brings into scope. */
function* declaredBy(statement) {
  if (ts.isVariableStatement(statement)) {
    for (const { name } of statement.declarationList.declarations) yield* namesIn(name);
  } else if (ts.isImportDeclaration(statement)) {
    const clause = statement.importClause;
    if (clause?.name) yield clause.name.text;
    const names = clause?.namedBindings;
    if (names && ts.isNamespaceImport(names)) yield names.name.text;
    else for (const { name } of names?.elements ?? []) yield name.text;
  } else if (statement.name && ts.isIdentifier(statement.name)) {
    yield statement.name.text;
  }
}

function* namesIn(binding) {
  if (ts.isIdentifier(binding)) yield binding.text;
  else for (const element of binding.elements) if (element.name) yield* namesIn(element.name);
}

/** One line of imports for the names of the scope that a module uses but does not define. */
function importScope({ blocks }, scope) {
  const text = blocks.flatMap(block => block.text).join('\n');
  const source = ts.createSourceFile('example.tsx', text, ts.ScriptTarget.Latest, true);
  const own = new Set(source.statements.flatMap(statement => [...declaredBy(statement)]));
  const used = new Set(text.match(/[\w$]+/g));
  return [...scope]
    .filter(([name]) => used.has(name) && !own.has(name))
    .map(([name, { from, isType }]) => `import { ${isType ? 'type ' : ''}${name} } from '${from}';`)
    .join(' ');
}

// -------------------------------------------------------------------------------------------------- type-checking

/** Writes the modules of all pages side by side, and those of docstrings if a scope is given. */
function writeModules(folder, scope) {
  const origins = new Map();
  const add = (module, prelude) => {
    const path = `${module.file}/${module.name}`;
    if (origins.has(path))
      report(module.file, module.blocks[0].line - 1, `there is already a block '${module.name}' here.`);
    const { text, origin } = assemble(module, prelude);
    origins.set(path, { file: module.file, origin });
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  mkdirSync(folder, { recursive: true });
  for (const page of pages)
    for (const m of toModules([...readBlocks(page, read(page).split('\n'))])) add(m, '');
  for (const file of scope === undefined ? [] : sources)
    for (const m of toModules([...readExamples(file)])) add(m, importScope(m, scope));
  return origins;
}

/** Compiles all modules in one run and reports each error at its line in the page. */
function checkCode() {
  const folder = join(project, 'node_modules/.cache/doc-blocks', String(process.pid));
  try {
    const origins = writeModules(folder, readScope());
    const config = { extends: join(project, 'tsconfig.json'), files: [...origins.keys()], include: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    if (origins.size > 0) compile(folder, origins);
    return origins.size;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compile(folder, origins) {
  const tsc = join(project, 'node_modules/typescript7/bin/tsc');
  const args = [tsc, '-p', folder, '--pretty', 'false', '--checkers', '1'];
  // As in typecheck.mjs: a short run need not free memory.
  const env = { ...process.env, GOGC: 'off' };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  let told = 0;
  for (const message of `${stdout}${stderr}`.split(/\n(?!\s|$)/)) {
    const [, path = '', line, text] =
      /^(.+?)\((\d+),\d+\): (?:error )?([\s\S]*)$/.exec(message.trimEnd()) ?? [];
    const from = origins.get(path);
    if (from !== undefined) report(from.file, from.origin[line - 1] ?? from.origin.at(-1), text);
    else if (path !== '') reportElsewhere(resolve(folder, path), line, text);
    else if (message.trim() !== '') report(basename(tsc), 0, message.trimEnd());
    told++;
  }
  if (status !== 0 && told === 0) report(basename(tsc), 0, `ended with ${status}`);
}

/** Errors in the library itself are left to `npm run typecheck`. */
function reportElsewhere(path, line, text) {
  const file = relative(project, path);
  if (!file.startsWith('lib/')) report(file, Number(line), text);
}

// ---------------------------------------------------------------------------------------------------------- links

/** The lines of a page outside its code, with their numbers. */
function* proseOf(file) {
  let fence;
  for (const [i, text] of read(file).split('\n').entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && text.trim().startsWith(fence)) fence = undefined;
    else if (fence === undefined) yield { line: i + 1, text };
  }
}

const anchors = new Map(); // by page

/** The anchors that GitHub gives to the headings of a page, and those written as HTML. */
function anchorsOf(file) {
  if (anchors.has(file)) return anchors.get(file);
  const found = new Set();
  anchors.set(file, found);
  const count = new Map();
  for (const { text } of proseOf(file)) {
    for (const [, id] of text.matchAll(/<\w+[^>]*\s(?:id|name)="([^"]+)"/g)) found.add(id);
    const heading = /^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$/.exec(text)?.[1];
    if (heading === undefined) continue;
    const slug = slugOf(heading);
    const times = count.get(slug) ?? 0;
    count.set(slug, times + 1);
    found.add(times === 0 ? slug : `${slug}-${times}`);
  }
  return found;
}

function slugOf(heading) {
  return heading
    .replace(/<[^>]+>/g, match => (/^<\/?[a-z]/.test(match) ? '' : match))
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replace(/ /g, '-');
}

function* linksOf(file) {
  for (const { line, text } of proseOf(file)) {
    const prose = text.replace(/(`+).*?\1/g, ''); // code contains no links
    const found = [
      ...prose.matchAll(/\]\(\s*<?([^)\s>]+)/g),
      ...prose.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/g),
      ...prose.matchAll(/\b(?:href|src)="([^"]+)"/g),
    ];
    for (const [, target] of found) yield { line, target };
  }
}

function checkLinks() {
  let count = 0;
  for (const file of pages) {
    for (const { line, target } of linksOf(file)) {
      if (/^([a-z][a-z+.-]*:|\/\/)/i.test(target)) continue;
      count++;
      const [path, anchor] = decodeURIComponent(target).split('#');
      const there =
        path === ''
          ? file
          : relative(
              root,
              resolve(root, path.startsWith('/') ? '.' : dirname(file), path.replace(/^\//, '')),
            );
      if (there.startsWith('..')) report(file, line, `link to '${target}': leaves the project.`);
      else if (!existsSync(join(root, there)))
        report(file, line, `link to '${target}': there is no ${there}.`);
      else if (
        anchor &&
        there.endsWith('.md') &&
        statSync(join(root, there)).isFile() &&
        !anchorsOf(there).has(anchor)
      ) {
        report(file, line, `link to '${target}': ${there} has no heading '#${anchor}'.`);
      }
    }
  }
  return count;
}

// ---------------------------------------------------------------------------------------------------------- types

/** Reports types that an API page tells readers to import, but that no entry point exports. */
function checkTypes() {
  const reports = list('api', /\.api\.md$/).filter(file => !file.endsWith('/types.api.md'));
  const exported = new Set(
    reports.flatMap(file => [...read(file).matchAll(/^### (\w+)/gm)].map(([, name]) => name)),
  );
  for (const file of pages.filter(page => page.startsWith('docs/api/')))
    read(file)
      .split('\n')
      .forEach((text, i) => {
        const [, named = ''] = /\bTypes: ([^.]*)/.exec(text) ?? [];
        for (const [, name] of named.matchAll(/`(\w+)/g))
          if (!exported.has(name)) report(file, i + 1, `'${name}': no door exports such a type.`);
      });
}

// ------------------------------------------------------------------------------------------------------- glossary

/** Reports phrases of the glossary, outside code and link targets. */
function checkGlossary() {
  for (const file of pages) {
    for (const { line, text } of proseOf(file)) {
      const prose = [/(`+).*?\1/g, /\]\([^)]*\)/g].reduce((rest, part) => rest.replace(part, ' '), text);
      checkPhrases(file, line, prose);
    }
  }
  for (const file of proseSources)
    for (const { line, text } of proseInSource(file, read(file), isTest(file)))
      checkPhrases(file, line, text);
}

function checkPhrases(file, line, text) {
  const prose = (exceptions[file] ?? []).reduce((rest, part) => rest.replace(part, ' '), text);
  for (const [phrase, instead] of glossary) {
    const found = new RegExp(phrase, 'i').exec(prose)?.[0];
    if (found !== undefined) report(file, line, `'${found}': write ${instead}.`);
  }
}

// ------------------------------------------------------------------------------------------------------------ run

if (isWriting) writeModules(resolve(process.argv[3]));
else check();

function check() {
  const modules = checkCode();
  const links = checkLinks();
  checkTypes();
  checkGlossary();
  if (problems.length === 0) {
    console.log(`${pages.length} pages: ${modules} code blocks compile, ${links} links lead somewhere`);
    return;
  }
  problems.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  for (const { file, line, text } of problems) console.log(`${file}:${line}  ${text}`);
  console.log(`\nProblems in the docs: ${problems.length}. The rules are in docs/contributing/docs.md.`);
  process.exitCode = 1;
}
