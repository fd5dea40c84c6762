import type { StreamHandlers } from 'rdc-toolkit/stream';

/** The source of a stream whose connections the test opens, and writes to, itself. */
export function heldSource() {
  const connections: StreamHandlers[] = [];
  const source = (handlers: StreamHandlers) => {
    connections.push(handlers);
    return { close() {}, send() {} };
  };
  return { connections, source };
}
