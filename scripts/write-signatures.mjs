// Writes the TypeScript signature of each export to the end of its page in docs/api, taken from the declarations.
//
//   node scripts/write-signatures.mjs            writes them
//   node scripts/write-signatures.mjs --check    only lists pages that are out of date; exits with 1 if there are any
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const isChecking = process.argv.includes('--check');
const HEADING = '## Signature';
/** A longer signature says less than the page above it. */
const MAX_LINES = 60;

const lib = join(root, 'lib');
const entries = ['', ...readdirSync(lib)]
  .flatMap(folder => ['ts', 'tsx'].map(extension => join(lib, folder, `index.${extension}`)))
  .filter(file => existsSync(file));

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const program = ts.createProgram(entries, {
  ...options,
  noEmit: false,
  declaration: true,
  emitDeclarationOnly: true,
  removeComments: true,
  rootDir: lib,
  outDir: '/declarations',
  incremental: false,
  composite: false,
});
const checker = program.getTypeChecker();

const emitted = new Map(); // declarations by source file

/** The published declarations of one source file. */
function declarationsOf(source) {
  if (!emitted.has(source.fileName)) {
    let text = '';
    program.emit(
      source,
      (_, written) => {
        text = written;
      },
      undefined,
      true,
    );
    emitted.set(source.fileName, ts.createSourceFile('page.d.ts', text, ts.ScriptTarget.Latest, true));
  }
  return emitted.get(source.fileName);
}

/** All exports of all entry points, by name: the file that declares them, and their name in it. */
const exported = new Map();
for (const entry of entries) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry));
  for (const symbol of checker.getExportsOfModule(module)) {
    const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const source = original.declarations?.[0]?.getSourceFile();
    if (source && !exported.has(symbol.name)) exported.set(symbol.name, { source, name: original.name });
  }
}

/** Members only for the library: private ones, and those whose names start with `~`. */
function isInternal(member) {
  const isPrivate = ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
  return isPrivate || /^['"]?~|^#/.test(member.name?.getText() ?? '');
}

/** Every declaration of a name, without modifiers that say nothing to readers. */
function signatureOf({ source, name }) {
  const file = declarationsOf(source);
  const found = file.statements.filter(statement =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.some(declaration => declaration.name.getText() === name)
      : statement.name?.getText() === name,
  );
  const texts = found.map(statement => {
    const internal = (statement.members ?? []).filter(isInternal);
    const text = internal.reduceRight(
      (rest, member) =>
        rest.slice(0, member.getFullStart() - statement.getStart()) +
        rest.slice(member.end - statement.getStart()),
      statement.getText(),
    );
    return text
      .replace(/^export (default )?/, '')
      .replace(/^declare /, '')
      .replace(/\bimport\("[^"]*"\)\.(?=[A-Z])/g, ''); // nor does the place of a type inside the package matter
  });
  return texts.join('\n');
}

const stale = [];
for (const file of readdirSync(join(root, 'docs/api'))) {
  const name = file.replace(/\.md$/, '');
  const declared = exported.get(name);
  if (declared === undefined) continue;
  const path = join(root, 'docs/api', file);
  const page = readFileSync(path, 'utf8');
  const rest = page.split(`\n${HEADING}\n`)[0].trimEnd();
  const signature = signatureOf(declared);
  const isShort = signature !== '' && signature.split('\n').length <= MAX_LINES;
  const wanted = isShort ? `${rest}\n\n${HEADING}\n\n\`\`\`typescript\n${signature}\n\`\`\`\n` : `${rest}\n`;
  if (wanted === page) continue;
  stale.push(file);
  if (!isChecking) writeFileSync(path, wanted);
}

if (isChecking && stale.length > 0) {
  console.log(`Out of date: ${stale.join(', ')}. Run: node scripts/write-signatures.mjs`);
  process.exitCode = 1;
} else
  console.log(`${exported.size} exports, ${stale.length} pages ${isChecking ? 'out of date' : 'written'}`);
