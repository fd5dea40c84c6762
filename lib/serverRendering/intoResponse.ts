import type { ScriptInsertion } from './withScripts';

/** What is used of a stream of Node.js, which is not imported here. */
export interface NodeDestination {
  write(piece: Uint8Array | string): boolean;
  end(): unknown;
}

/**
 * A stream of Node.js, such as the response of a server, that puts scripts into what is written to it.
 *
 * It is the stream itself but for `write`, `flush` and `end`. React calls `flush` after it has written all that
 * was ready, as it does for streams that compress.
 */
export function intoResponse<Destination extends NodeDestination>(
  destination: Destination,
  insertion: ScriptInsertion,
): Destination {
  const pass = (pieces: readonly (Uint8Array | string)[]) =>
    pieces.reduce((_hasRoom, piece) => destination.write(piece), true);
  const own: Readonly<Record<PropertyKey, unknown>> = {
    write: (piece: Uint8Array | string) => pass(insertion.write(piece)),
    flush() {
      pass(insertion.flush());
      (destination as { flush?(): void }).flush?.();
    },
    end() {
      pass(insertion.flush());
      return destination.end();
    },
  };

  return new Proxy(destination, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
