import type { Action } from 'redux';
import { set } from '../actions/set';
import { attempt } from '../plain/attempt';
import { reportError } from '../plain/reportError';
import { sameValue } from '../plain/sameValue';
import { toPlainError } from '../plain/toPlainError';
import type { StoreHandle } from '../store/StoreHandle';
import { getValue } from '../tables/getCell';
import { Connection } from './Connection';
import type { ConnectionStatus } from './reconnectingStream';

/** The status of one stream, as its {@link Connection} says it. */
export interface StreamStatus {
  now(): ConnectionStatus;
  /** The last stored record; a different object in each session. */
  record(): object | undefined;
  /**
   * Stores a new status, and reports why there is no connection.
   *
   * @param send called before the status is stored
   */
  set(status: ConnectionStatus, reason: unknown, send: () => void): void;
  /** Stores the status again if the store holds another one, such as that of another session, or none. */
  restore(): void;
  /** Reports a failure on the console, once while the reason stays the same. */
  report(what: string, problem: string, cause: unknown): void;
}

/** Keeps the status of a stream in the store. */
export function connectionStatus(
  name: string,
  handle: () => StoreHandle | undefined,
  dispatch: (action: Action) => void,
): StreamStatus {
  let current: ConnectionStatus = 'closed';
  let record: object | undefined;
  let reportedProblem: string | undefined;

  function store(value: object) {
    record = value;
    const landed = handle()?.nextNumber();
    dispatch(set(Connection, { value, landed, dataExpiryLength: Infinity, isBatched: true }));
  }

  function report(what: string, problem: string, cause: unknown) {
    if (problem === reportedProblem) return;
    reportedProblem = problem;
    reportError(new Error(`rdc-toolkit: The stream "${name}" ${what}: ${problem}`, { cause }));
  }

  return {
    now: () => current,
    record: () => record,
    set(status, reason, send) {
      current = status;
      send();
      // It may have ended the connection, and stored that.
      if (current !== status) return;
      const error = reason === undefined ? null : toPlainError(reason);
      if (error !== null) report(status === 'closed' ? 'has ended' : 'cannot connect', error.message, reason);
      store({ id: name, status, error });
    },
    restore() {
      const slice = attempt(() => handle()?.getState());
      const stored = getValue(slice?.entities[Connection.key], name);
      if (!sameValue(stored, record)) store(record ?? { id: name, status: current, error: null });
    },
    report,
  };
}
