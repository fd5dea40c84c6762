import { registerSchemas } from '../definitions/schemas';
import type { PlainError } from '../plain/PlainError';
import { Entity } from '../schema/Entity';
import { CONNECTION } from '../types/CONNECTION';
import type { ConnectionStatus } from './reconnectingStream';

/**
 * The status of a stream, stored as a record like any other: read it with `useQuery`, `controller.get` or
 * `dataClient.selectors.selectQuery`, by the name of the stream.
 *
 * @example
 * ```ts
 * import { Connection } from 'rdc-toolkit/stream';
 *
 * const selectConnection = dataClient.selectors.selectQuery(Connection, { id: 'stream' });
 * const isLive = selectConnection(store.getState())?.status === 'open';
 * ```
 */
export class Connection extends Entity {
  /** The name of the stream. */
  id = '';
  status: ConnectionStatus = 'closed';
  /** Why the last attempt failed, if the app can do something about it: the source threw, or the server refused. */
  error: PlainError | null = null;
  static key = CONNECTION;

  // No endpoint uses it, so a log could not find it otherwise.
  static {
    registerSchemas(this);
  }
}
