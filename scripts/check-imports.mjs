// Checks which file imports which inside lib/. Type imports count like any other: a cycle of types is still a cycle
// to the reader of the files.
//
//   node scripts/check-imports.mjs [folder]      lib/ by default
//
// Prints a line for each violation, and exits with 1 if there is one.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

// ---------------------------------------------------------------------------------------------- the rules, as data

/** The folders of lib/ from the ground up. A folder imports from the floors below it and from itself. */
const floors = [
  ['tables', 'plain'],
  ['types', 'errors'],
  ['url', 'definitions'],
  ['actions', 'schema', 'normalize', 'denormalize'],
  ['overlap'],
  ['store', 'lookup'],
  ['selectors'],
  ['slice'],
  ['thunks'],
  ['endpoint', 'observers'],
  ['resource'],
  ['managers', 'controller'],
  ['garbage', 'hydration', 'log'],
  ['react', 'zod', 'server', 'stream'],
  ['client', 'rtk-query'],
  ['devtools'],
  ['testing'],
];

/** The entry points: files that only list names for users. They are above all floors, so nothing imports them. */
const entryPoints = ['', 'react/', 'zod/', 'testing/', 'server/', 'stream/', 'rtk-query/', 'devtools/'].map(
  door => `${door}index.ts`,
);

/** Imports that are forbidden on any floor, and why. */
const never = [
  {
    from: ['schema'],
    to: ['normalize', 'denormalize'],
    why: 'the walker is passed into the schema as an argument',
  },
  {
    from: ['normalize', 'denormalize'],
    to: ['schema'],
    why: 'a walker knows schemas only by what they can do',
  },
  { from: ['managers'], to: ['slice'], why: 'they meet only in actions/' },
  { from: ['slice'], to: ['thunks'], why: 'a reducer starts nothing' },
  { from: ['selectors', 'thunks'], to: ['slice'], why: 'they read the state, not the reducer' },
];

/** A folder of peers: they may import what they share, but not each other. */
const peers = { room: 'managers', peer: /^[a-z]\w*Manager\.tsx?$/ };

/** The folders with their own entry points, which the rest of lib/ (the core) never imports. */
const outerRooms = ['react', 'zod', 'testing', 'server', 'stream', 'rtk-query', 'devtools'];

/** Packages by folder; `/*` allows subpaths. A folder that is not listed belongs to the core. */
const packages = {
  core: ['@reduxjs/toolkit', 'redux', 'path-to-regexp'],
  react: ['@reduxjs/toolkit', 'redux', 'path-to-regexp', 'react', 'react/*', 'react-redux'],
  'rtk-query': [
    '@reduxjs/toolkit',
    '@reduxjs/toolkit/query',
    '@reduxjs/toolkit/query/react',
    'redux',
    'path-to-regexp',
    'react',
    'react-redux',
  ],
  zod: ['@reduxjs/toolkit', 'redux', 'path-to-regexp', 'zod', 'zod/*'],
  stream: ['@reduxjs/toolkit', 'redux', 'path-to-regexp', 'eventsource-parser'],
  devtools: [
    '@reduxjs/toolkit',
    'redux',
    'react',
    'react/*',
    'react-dom',
    'react-redux',
    '@tanstack/virtual-core',
  ],
  testing: ['*'],
};

// ----------------------------------------------------------------------------------------------- reading the files

const projectRoot = fileURLToPath(new URL('..', import.meta.url));
const lib = resolve(process.argv[2] ?? join(projectRoot, 'lib'));
const shown = file => `lib/${file}`;
const problems = [];
const report = (file, line, text) => problems.push(`${shown(file)}:${line}  ${text}`);

const files = readdirSync(lib, { recursive: true })
  .map(file => file.split(sep).join('/'))
  .filter(file => /\.tsx?$/.test(file))
  .sort();

/** Every module that a file names: static, dynamic, re-exported, in a type, augmented. */
function readImports(file) {
  const source = ts.createSourceFile(file, readFileSync(join(lib, file), 'utf8'), ts.ScriptTarget.Latest);
  const found = [];
  const add = (literal, how) => {
    if (literal === undefined || !ts.isStringLiteralLike(literal)) return;
    const line = source.getLineAndCharacterOfPosition(literal.getStart(source)).line + 1;
    found.push({ from: file, specifier: literal.text, how, line });
  };
  const visit = node => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, isTypeOnly(node.importClause) ? 'import type' : 'import');
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly ? 'export type' : 'export');
    } else if (ts.isImportTypeNode(node)) {
      if (ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, "import('…') type");
    } else if (ts.isImportEqualsDeclaration(node)) {
      if (ts.isExternalModuleReference(node.moduleReference))
        add(node.moduleReference.expression, 'import =');
    } else if (ts.isCallExpression(node)) {
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], 'import()');
      else if (ts.isIdentifier(node.expression) && node.expression.text === 'require')
        add(node.arguments[0], 'require');
    } else if (ts.isModuleDeclaration(node)) {
      add(node.name, 'declare module');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (entryPoints.includes(file)) checkDoor(file, source);
  return found;
}

function isTypeOnly(clause) {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  const named = names !== undefined && ts.isNamedImports(names) ? names.elements : undefined;
  return clause.name === undefined && !!named?.length && named.every(name => name.isTypeOnly);
}

/** An entry point lists its names one by one, and nothing else. */
function checkDoor(file, source) {
  for (const statement of source.statements) {
    const isNames = ts.isExportDeclaration(statement) && statement.moduleSpecifier && statement.exportClause;
    if (isNames || isDirective(statement)) continue;
    const line = source.getLineAndCharacterOfPosition(statement.getStart(source)).line + 1;
    report(
      file,
      line,
      "an entry point only lists names: write `export { … } from './…'` and move the rest to a room.",
    );
  }
}

/** `'use client'`, which must come first. */
function isDirective(statement) {
  return ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);
}

/** The file of lib/ that a relative specifier names, or undefined. */
function resolveFile({ from, specifier }) {
  const path = resolve(lib, dirname(from), specifier);
  const stem = path.replace(/\.jsx?$/, '');
  return [path, `${stem}.ts`, `${stem}.tsx`, `${path}/index.ts`, `${path}/index.tsx`]
    .map(candidate => relative(lib, candidate).split(sep).join('/'))
    .find(candidate => files.includes(candidate));
}

// ------------------------------------------------------------------------------------------------ floors and rooms

const rankOfRoom = new Map(floors.flatMap((rooms, i) => rooms.map(room => [room, i + 1])));
const roomOf = file => (file.includes('/') ? file.slice(0, file.indexOf('/')) : undefined);
const rankOf = file => (entryPoints.includes(file) ? floors.length + 1 : rankOfRoom.get(roomOf(file)));

function checkPlace(file) {
  if (rankOf(file) === undefined) {
    report(
      file,
      1,
      'stands in no room that has a floor: move it, or add its folder to scripts/check-imports.mjs.',
    );
  } else if (/^index\.tsx?$/.test(basename(file)) && !entryPoints.includes(file)) {
    report(file, 1, 'is a barrel: delete it and import from the files that define the names.');
  }
}

function checkFloor({ from, to, how, line }) {
  const [fromRoom, toRoom] = [roomOf(from), roomOf(to)];
  const [fromRank, toRank] = [rankOf(from), rankOf(to)];
  if (fromRank === undefined || toRank === undefined) return; // reported by checkPlace
  const breach = why => report(from, line, `${how} of ${shown(to)}: ${why}`);

  if (entryPoints.includes(to))
    return breach('entry points are for users; import from the file that defines the name.');
  const rule = never.find(({ from, to }) => from.includes(fromRoom) && to.includes(toRoom));
  if (rule !== undefined) return breach(`${fromRoom}/ never imports ${toRoom}/: ${rule.why}.`);
  if (outerRooms.includes(toRoom) && !outerRooms.includes(fromRoom)) {
    return breach(`the core never imports ${toRoom}/, which is an entry point of its own.`);
  }
  if (isOtherPeer(from, to))
    return breach(`${peers.room} never import each other: they meet only in actions.`);
  if (fromRank <= toRank && fromRoom !== toRoom) {
    const [here, there] = [`${fromRoom}/ is on floor ${fromRank}`, `${toRoom}/ on floor ${toRank}`];
    breach(`${here}, ${there}; move what both need to a floor below ${fromRank}, or pass it in.`);
  }
}

function isOtherPeer(from, to) {
  if (roomOf(from) !== peers.room || roomOf(to) !== peers.room) return false;
  const [fromFolder, toFolder] = [dirname(from), dirname(to)];
  if (from === to || (fromFolder === toFolder && fromFolder !== peers.room)) return false; // parts of one peer
  return peers.peer.test(basename(to)) || (fromFolder !== peers.room && toFolder !== peers.room);
}

function checkPackage({ from, specifier, how, line }) {
  const room = roomOf(from);
  const allowed = packages[room] ?? packages.core;
  const fits = name =>
    name === '*' || name === specifier || (name.endsWith('/*') && specifier.startsWith(name.slice(0, -1)));
  if (/^rdc-toolkit(\/|$)/.test(specifier)) {
    report(from, line, `${how} of '${specifier}': inside lib/ import from the file that defines the name.`);
  } else if (!allowed.some(fits)) {
    const where = packages[room] ? `${room}/` : 'the core';
    report(from, line, `${how} of '${specifier}': ${where} may import only ${allowed.join(', ')}.`);
  }
}

// --------------------------------------------------------------------------------------------------------- circles

/** A shortest cycle through every node that is in one, each cycle once, as a list of edges. */
function findCircles(edges) {
  const out = new Map();
  for (const edge of edges) out.set(edge.from, [...(out.get(edge.from) ?? []), edge]);
  const circles = [];
  const told = new Set();
  for (const start of [...out.keys()].sort()) {
    const circle = told.has(start) ? undefined : shortestWayBack(start, out);
    if (circle === undefined) continue;
    for (const edge of circle) told.add(edge.from);
    circles.push(circle);
  }
  return circles;
}

/** The edges of a shortest path from a node back to itself, breadth first. */
function shortestWayBack(start, out) {
  const cameBy = new Map();
  for (const queue = [start]; queue.length > 0; ) {
    for (const edge of out.get(queue.shift()) ?? []) {
      if (cameBy.has(edge.to)) continue;
      cameBy.set(edge.to, edge);
      if (edge.to !== start) queue.push(edge.to);
      else return walkBack(start, cameBy);
    }
  }
}

function walkBack(start, cameBy) {
  const way = [cameBy.get(start)];
  while (way[0].from !== start) way.unshift(cameBy.get(way[0].from));
  return way;
}

function reportCircles(edges, what) {
  for (const circle of findCircles(edges)) {
    const steps = circle.map(({ to, at }) => `\n    -> ${shown(to)}  (${at})`).join('');
    problems.push(`${what}: ${shown(circle[0].from)}${steps}`);
  }
}

/**
 * The same import as one between siblings in their nearest common folder: between top folders for most, between
 * subfolders (or files) inside one of them.
 */
function betweenSiblings({ from, to, at }) {
  if (entryPoints.includes(from)) return [];
  const [a, b] = [from.split('/'), to.split('/')];
  let depth = 0;
  while (a[depth] === b[depth]) depth++;
  const isFolder = a.length > depth + 1 || b.length > depth + 1;
  const [fromSibling, toSibling] = [a, b].map(path => path.slice(0, depth + 1).join('/'));
  return isFolder ? [{ from: fromSibling, to: toSibling, at }] : [];
}

// ------------------------------------------------------------------------------------------------------------- run

const edges = [];
for (const file of files) {
  checkPlace(file);
  for (const found of readImports(file)) {
    if (!found.specifier.startsWith('.')) {
      if (found.how !== 'declare module') checkPackage(found);
      continue;
    }
    const to = resolveFile(found);
    if (to === undefined) {
      const isOutside = existsSync(resolve(lib, dirname(file), found.specifier));
      const why = isOutside ? 'leaves lib/, which has to stand alone.' : 'names no file of lib/.';
      report(file, found.line, `${found.how} of '${found.specifier}': ${why}`);
      continue;
    }
    const edge = { ...found, to, at: `${found.how}, ${shown(file)}:${found.line}` };
    edges.push(edge);
    checkFloor(edge);
  }
}
reportCircles(edges, 'Import circle');
reportCircles(edges.filter(({ from, to }) => from !== to).flatMap(betweenSiblings), 'Circle of folders');

if (problems.length === 0) {
  console.log(`${files.length} files, no breach`);
} else {
  console.log(problems.join('\n'));
  console.log(
    `\n${problems.length === 1 ? '1 breach' : `${problems.length} breaches`} of the rules at the top of scripts/check-imports.mjs`,
  );
  process.exitCode = 1;
}
