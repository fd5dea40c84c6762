import type { StreamHandlers } from 'rdc-toolkit/stream';

/** The source of a stream whose connections the test opens and writes to. */
export function heldSource() {
  const connections: StreamHandlers[] = [];
  const sent: unknown[] = [];
  const source = (handlers: StreamHandlers) => {
    connections.push(handlers);
    return { close() {}, send: (message: unknown) => void sent.push(message) };
  };
  return { connections, sent, source };
}
