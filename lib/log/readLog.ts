import { actualAction, type ShownAction } from '../actions/shownAction';
import { isTravel } from '../actions/travel';
import { setupError } from '../errors/setupError';
import { attempt } from '../plain/attempt';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { getCell } from '../tables/getCell';
import { orderedCells } from '../tables/iterate';
import { createOwner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { emptyTable, type Table } from '../tables/Table';

/** A log: actions, and the root state that they start from. */
interface Unwrapped {
  readonly actions: readonly unknown[];
  /** The root state before the first action; `undefined` for an empty store. */
  readonly start: unknown;
}

/** A log whose entries are all actions. */
export interface ReadLog extends Unwrapped {
  /** How many entries were left out because they are not, or not fully, an action. */
  readonly skipped: number;
}

/** The part of DevTools' lifted state that matters here. */
interface LiftedState {
  readonly actionsById: Readonly<Record<number, { readonly action: unknown }>>;
  readonly stagedActionIds: readonly number[];
  readonly skippedActionIds?: readonly number[];
  readonly committedState?: unknown;
}

/** What `logRecorder` returns, and what the DevTools extension exports. */
interface Wrapped {
  readonly actions?: unknown;
  readonly start?: unknown;
  readonly payload?: unknown;
  readonly preloadedState?: unknown;
}

/**
 * Reads the actions of a log in any of its forms, in order. Actions that DevTools skips are left out, and so is time
 * travel, which only DevTools records. Those that `devToolsOptions()` labels get their original form.
 *
 * @throws {UsageError} when it is not a log
 */
export function readLog(caller: string, log: unknown): ReadLog {
  const { actions, start } = unwrapped(caller, log);
  const isAction = (action: unknown) => typeof (action as Partial<ShownAction> | null)?.type === 'string';
  const valid = actions.map(actualAction).filter(isAction);
  return {
    actions: valid.filter(action => !isTravel(action)),
    skipped: actions.length - valid.length,
    // JSON has `null` for `undefined`.
    start: attempt(() => withRebuiltTables(start)) ?? start ?? undefined,
  };
}

/** Rebuilds tables whose keys `redact` replaced, so that cells are found; of several with the same key, the last. */
function withRebuiltTables(part: unknown): unknown {
  if (!isPlainObject(part)) return part;
  if (isTable(part)) return rebuiltIfNeeded(part);
  const entries = Object.entries(part).map(([name, value]) => [name, withRebuiltTables(value)] as const);
  return entries.every(([name, value]) => value === part[name]) ? part : Object.fromEntries(entries);
}

type AnyTable = Table<unknown, unknown>;

function isTable(part: object): part is AnyTable {
  const { size, next, root } = part as { readonly [Field in keyof AnyTable]?: unknown };
  return typeof size === 'number' && typeof next === 'number' && Array.isArray(root);
}

/** The same table if each of its cells is found under its key. */
function rebuiltIfNeeded(table: AnyTable): AnyTable {
  const cells = orderedCells(table);
  if (cells.every(([key, cell]) => getCell(table, key) === cell)) return table;
  const owner = createOwner();
  return cells.reduce((rebuilt, [key, cell]) => putCell(rebuilt, key, cell, owner), emptyTable());
}

function unwrapped(caller: string, log: unknown): Unwrapped {
  if (typeof log === 'string') return unwrapped(caller, parseJson(caller, log));
  if (Array.isArray(log)) return { actions: log, start: undefined };
  const { actions, start, payload, preloadedState, ...lifted } = (log ?? {}) as Wrapped &
    Partial<LiftedState>;
  if (Array.isArray(actions)) return { actions, start };
  if (payload !== undefined) {
    const inner = unwrapped(caller, payload);
    return preloadedState === undefined ? inner : { ...inner, start: parseJson(caller, preloadedState) };
  }
  const { actionsById, stagedActionIds, skippedActionIds = [], committedState } = lifted;
  if (!isObject(actionsById) || !Array.isArray(stagedActionIds) || !Array.isArray(skippedActionIds))
    throw notALog(caller);
  const activeIds = stagedActionIds.filter(id => !skippedActionIds.includes(id));
  return { actions: activeIds.map(id => actionsById[id]?.action), start: committedState };
}

function parseJson(caller: string, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw notALog(caller);
  }
}

function notALog(caller: string): Error {
  return setupError(
    `${caller}()`,
    'Cannot read the log: the value is not a log. Pass a list of actions, the recording of logRecorder(), ' +
      'the lifted state of Redux DevTools, or the text of a file that it exported.',
  );
}
