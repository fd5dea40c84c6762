import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** A real WebSocket server that records its messages. */
export async function startSocketServer(port = 0) {
  const server = new WebSocketServer({ port, host: '127.0.0.1' });
  const received: unknown[] = [];
  let connections = 0;
  server.on('connection', socket => {
    connections++;
    socket.on('message', data => received.push(JSON.parse(String(data))));
  });
  await new Promise(resolve => server.once('listening', resolve));
  const close = () => {
    for (const socket of server.clients) socket.terminate();
    return new Promise(resolve => server.close(resolve));
  };
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${taken}`,
    port: taken,
    received,
    close,
    connections: () => connections,
    send: (...messages: unknown[]) => {
      for (const socket of server.clients)
        for (const message of messages)
          socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    },
    cut: () => {
      for (const socket of server.clients) socket.terminate();
    },
  };
}
