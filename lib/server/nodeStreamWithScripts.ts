import type { ScriptInsertion } from './withScripts';

/** What is used of a stream of Node.js, which is not imported here. */
export interface NodeDestination {
  write(piece: Uint8Array | string): boolean;
  end(...given: readonly (() => void)[]): unknown;
  on(event: 'drain', listener: () => void): unknown;
  /** Sends what a stream that compresses holds back. */
  flush?(): void;
}

/**
 * A stream of Node.js, such as the response of a server, that puts scripts into what is written to it.
 *
 * It is the stream itself but for `write`, `flush` and `end`. React calls `flush` after it has written all that
 * was ready, as it does for streams that compress.
 */
export function nodeStreamWithScripts<Destination extends NodeDestination>(
  destination: Destination,
  insertion: ScriptInsertion,
): Destination {
  // As `write` returned it: `writableNeedDrain` of a response is another thing where a middleware compresses in
  // front of it, and React would wait for an event that never comes.
  let isFull = false;
  destination.on('drain', () => {
    isFull = false;
  });
  const pass = () => {
    for (const piece of insertion.take()) isFull = destination.write(piece) === false;
  };
  const take = ([piece]: readonly unknown[]) => {
    if (piece && typeof piece !== 'function') insertion.add(piece as Uint8Array | string);
  };
  const own: Readonly<Record<PropertyKey, unknown>> = {
    write(...given: readonly unknown[]) {
      take(given);
      // Not when it has left: the caller may wait for it before it goes on to what lets it leave.
      callbacksIn(given).forEach(queueMicrotask);
      return !isFull;
    },
    flush() {
      pass();
      destination.flush?.();
    },
    end(...given: readonly unknown[]) {
      take(given);
      pass();
      return destination.end(...callbacksIn(given));
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

/** Both `write` and `end` take one last, in place of any argument. */
function callbacksIn(given: readonly unknown[]) {
  return given.filter(one => typeof one === 'function') as (() => void)[];
}
