import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as main from 'rdc-toolkit';
import * as devtools from 'rdc-toolkit/devtools';
import * as react from 'rdc-toolkit/react';
import * as rtkQuery from 'rdc-toolkit/rtk-query';
import * as server from 'rdc-toolkit/server';
import * as stream from 'rdc-toolkit/stream';
import * as testing from 'rdc-toolkit/testing';
import * as zod from 'rdc-toolkit/zod';
import { exportedNames } from '../helpers/exportedNames';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const errorsPage = read('docs/errors.md');
const exported = [main, react, zod, testing, server, stream, rtkQuery, devtools].flatMap(entry =>
  exportedNames(entry),
);

/** The hook `useError` is none. */
function isErrorClass(name: string): boolean {
  return /^[A-Z]\w*Error$/.test(name);
}

/** The codes in lib/errors, each once: the first arguments of errors' constructors. */
function codesInSource(): string[] {
  const sources = readdirSync(join(root, 'lib/errors')).map(file => read(`lib/errors/${file}`));
  const codes = sources.flatMap(text =>
    [...text.matchAll(/(?:super|new UsageError)\(\s*'([a-z-]+)'/g)].map(([, code]) => code ?? ''),
  );
  return [...new Set(codes)];
}

describe('the page of errors', () => {
  it('has exactly one heading per error code', () => {
    const headings = [...errorsPage.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
    expect(headings.sort()).toEqual(codesInSource().sort());
  });

  it('names each error class that is exported', () => {
    const classes = exported.filter(name => isErrorClass(name));
    expect(classes.filter(name => !errorsPage.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the pages of the API', () => {
  const pages = readdirSync(join(root, 'docs/api')).map(file => file.replace(/\.md$/, ''));
  const documented = exported.filter(name => !isErrorClass(name));

  it('are there for each export', () => {
    expect(documented.filter(name => !existsSync(join(root, `docs/api/${name}.md`)))).toEqual([]);
  });

  it('are there for nothing that is not exported', () => {
    expect(pages.filter(page => page !== 'README' && !documented.includes(page))).toEqual([]);
  });

  it('are all listed', () => {
    const list = read('docs/api/README.md');
    expect(pages.filter(page => page !== 'README' && !list.includes(`(${page}.md)`))).toEqual([]);
  });
});

describe('the specification', () => {
  it('names only tests that exist', () => {
    const missing = testsNamedIn(read('docs/specification.md')).filter(
      ({ file, name }) => !existsSync(join(root, file)) || !read(file).includes(name),
    );
    expect(missing).toEqual([]);
  });
});

/** What stands on the page as a link to a file of tests, followed by names in quotes. */
function testsNamedIn(page: string): { file: string; name: string }[] {
  const links = [...page.matchAll(/\]\(\.\.\/(__tests__\/[^)]+)\)((?:\s*"[^"]+")*)/g)];
  return links.flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })),
  );
}
