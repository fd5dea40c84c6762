import type { ScriptInsertion } from './withScripts';

/** What is used of a stream of Node.js, which is not imported here. */
export interface NodeDestination {
  write(piece: Uint8Array | string): boolean;
  end(): unknown;
  /** Sends what a stream that compresses holds back. */
  flush?(): void;
  readonly writableNeedDrain?: boolean;
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
  const pass = () => {
    for (const piece of insertion.take()) destination.write(piece);
  };
  const own: Readonly<Record<PropertyKey, unknown>> = {
    write(piece: Uint8Array | string) {
      insertion.add(piece);
      return destination.writableNeedDrain !== true;
    },
    flush() {
      pass();
      destination.flush?.();
    },
    end() {
      pass();
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
