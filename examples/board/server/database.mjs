import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import sqlite from 'node-sqlite3-wasm';

const tables = `
  CREATE TABLE IF NOT EXISTS people (
    login TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    url TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS labels (
    name TEXT PRIMARY KEY,
    color TEXT NOT NULL,
    description TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS issues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL,
    assignee TEXT REFERENCES people(login),
    reporter TEXT NOT NULL REFERENCES people(login),
    position INTEGER NOT NULL,
    createdAt TEXT NOT NULL,
    updatedAt TEXT NOT NULL,
    deletedBy TEXT REFERENCES people(login)
  );
  CREATE TABLE IF NOT EXISTS issueLabels (
    issueId INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
    label TEXT NOT NULL REFERENCES labels(name),
    PRIMARY KEY (issueId, label)
  );
  CREATE TABLE IF NOT EXISTS comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    issueId INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
    author TEXT NOT NULL REFERENCES people(login),
    body TEXT NOT NULL,
    createdAt TEXT NOT NULL,
    deletedBy TEXT REFERENCES people(login)
  );
  CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY,
    login TEXT NOT NULL REFERENCES people(login)
  );
  CREATE INDEX IF NOT EXISTS commentsOfIssue ON comments(issueId);
`;

/**
 * Opens the board's database, and creates the file and its tables if they do not exist.
 *
 * @param {string} file Where the data is kept between starts.
 */
export function openDatabase(file) {
  mkdirSync(dirname(file), { recursive: true });
  // A process that was killed leaves its lock folder behind, and then every write says "database is locked".
  rmSync(`${file}.lock`, { recursive: true, force: true });
  const database = new sqlite.Database(file);
  database.exec(`PRAGMA foreign_keys = ON; ${tables}`);
  for (const table of ['issues', 'comments']) addDeletedBy(database, table);
  return database;
}

/** Migrates a table from before deletions could be undone. */
function addDeletedBy(database, table) {
  const columns = database.all(`PRAGMA table_info(${table})`).map(({ name }) => name);
  if (columns.includes('deletedBy')) return;
  database.exec(`ALTER TABLE ${table} ADD COLUMN deletedBy TEXT REFERENCES people(login)`);
}

/**
 * Runs `write` in a transaction; inside another one, as a part of that.
 *
 * @template T
 * @param {import('node-sqlite3-wasm').Database} database
 * @param {() => T} write
 * @returns {T} What `write` returned.
 */
export function inTransaction(database, write) {
  if (database.inTransaction) return write();
  database.exec('BEGIN');
  try {
    const result = write();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
