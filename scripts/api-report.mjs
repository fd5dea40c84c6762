// Reports the public API of the built declarations, so that a pull request shows its changes.
//
//   node scripts/api-report.mjs             compares with api/; exits with 1 when something differs
//   node scripts/api-report.mjs --write     writes api/
//
// One file for the exports of each entry point, and types.api.md for all other types that these declarations name.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const doors = Object.entries(exports)
  .filter(([path]) => !/json$|\*/.test(path))
  .map(([path, { import: entry }]) => [path.replace('.', 'rdc-toolkit'), `${root}${entry.types}`]);

const program = ts.createProgram({
  rootNames: doors.map(([, file]) => file),
  options: {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  },
});
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });

const isOurs = node => node.getSourceFile().fileName.startsWith(`${root}dist/`);
const aliased = symbol => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
const declarationsOf = symbol => (symbol.declarations ?? []).filter(isOurs);

/** The text of a declaration; of a variable, that of its statement. */
function textOf(declaration) {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/^(export |declare )+/, '')
    .replace(/^ *(private|#private).*;\n/gm, '');
}

const texts = symbol => declarationsOf(symbol).map(textOf).join('\n');
const isTopLevel = declaration => {
  const holder = ts.isVariableDeclaration(declaration)
    ? declaration.parent.parent.parent
    : declaration.parent;
  return ts.isSourceFile(holder);
};

/** Symbols at the top of our modules that a declaration names. */
function* namedBy(node) {
  if (ts.isIdentifier(node)) {
    const symbol = checker.getSymbolAtLocation(node);
    const found = symbol && aliased(symbol);
    if (found !== undefined && declarationsOf(found).some(isTopLevel)) yield found;
  }
  for (const child of node.getChildren()) yield* namedBy(child);
}

const reports = new Map();
const exported = new Set();
for (const [door, file] of doors) {
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
  const lines = symbols
    .map(symbol => [symbol.name, aliased(symbol)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, symbol]) => {
      exported.add(symbol);
      const text = declarationsOf(symbol).length === 0 ? '(from another package)' : texts(symbol);
      return `### ${name}\n\n\`\`\`ts\n${text}\n\`\`\``;
    });
  const name = door === 'rdc-toolkit' ? 'index' : door.replace('rdc-toolkit/', '');
  reports.set(`${name}.api.md`, `# ${door}\n\n${lines.join('\n\n')}\n`);
}

const reached = new Set(exported);
for (const symbol of reached) {
  for (const declaration of declarationsOf(symbol))
    for (const named of namedBy(declaration)) reached.add(named);
}
const others = [...reached]
  .filter(symbol => !exported.has(symbol))
  .map(symbol => [symbol.name, texts(symbol)])
  .sort(([a, one], [b, other]) => (a < b || (a === b && one < other) ? -1 : 1))
  .map(([name, text]) => `### ${name}\n\n\`\`\`ts\n${text}\n\`\`\``);
reports.set('types.api.md', `# Types that the exports name\n\n${others.join('\n\n')}\n`);

const folder = `${root}api/`;
if (process.argv.includes('--write')) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [file, text] of reports) writeFileSync(folder + file, text);
  console.log(`${reports.size} files in api/, ${reached.size} declarations`);
} else {
  const there = existsSync(folder) ? readdirSync(folder) : [];
  const differing = [...new Set([...there, ...reports.keys()])].filter(
    file => !there.includes(file) || readFileSync(folder + file, 'utf8') !== reports.get(file),
  );
  for (const file of differing) console.log(`api/${file} is not what the build declares`);
  if (differing.length > 0) {
    console.log(
      'If the change of the public API is meant: npm run build && npm run api:write, and commit api/.',
    );
    process.exitCode = 1;
  }
}
