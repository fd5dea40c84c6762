import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to a server that can be cut, as when a user loses reception. */
export interface CuttableWire {
  /** The URL of the server through this connection. */
  readonly url: string;
  /** Closes all connections, including streams, and blocks new ones. */
  cut(): void;
  /** Allows connections again. */
  mend(): void;
  /** Closes it for good; call it at the end of the test. */
  close(): Promise<void>;
}

/** Connects to the server at `url`. A browser set to offline keeps its open streams; this closes them. */
export async function cuttableWire(url: string): Promise<CuttableWire> {
  const port = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  let isCut = false;

  const server = createServer(near => {
    if (isCut) return void near.destroy();
    const far = connect(port, 'localhost');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      // If one end breaks, the other closes too; the error needs no further handling.
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));

  function dropAll() {
    for (const socket of sockets) socket.destroy();
  }

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      dropAll();
    },
    mend() {
      isCut = false;
    },
    close() {
      dropAll();
      return new Promise(closed => server.close(() => closed()));
    },
  };
}
