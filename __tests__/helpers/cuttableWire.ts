import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut, as by somebody who walks into a lift. */
export interface CuttableWire {
  /** The server, by this way. */
  readonly url: string;
  /** Ends all connections, streams among them, and lets no other through. */
  cut(): void;
  /** Lets connections through again. */
  mend(): void;
  /** Ends it for good; call it when the test is over. */
  close(): Promise<void>;
}

/** Lays a wire to the server at `url`. Browsers that are told to be offline keep the streams that they have: this does not. */
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
      // One end that breaks is an end of both; that is all there is to say about it.
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
