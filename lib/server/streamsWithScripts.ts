import type { ScriptInsertion } from './withScripts';

/** The members used of a Node.js stream, which is not imported here. */
export interface NodeDestination {
  write(piece: Uint8Array | string): boolean;
  end(...args: readonly (() => void)[]): unknown;
  on(event: 'drain', listener: () => void): unknown;
  /** Sends what a compressing stream holds back. */
  flush?(): void;
}

/**
 * A Node.js stream, such as a server's response, that inserts scripts into what is written to it.
 *
 * Only `write`, `flush` and `end` differ from the stream itself. React calls `flush` after it has written all that was
 * ready, as it does for compressing streams.
 */
export function nodeStreamWithScripts<Destination extends NodeDestination>(
  destination: Destination,
  insertion: ScriptInsertion,
): Destination {
  // The result of `write`: `writableNeedDrain` of a response differs if a middleware compresses in front of it, and
  // React would wait for an event that never comes.
  let isFull = false;
  destination.on('drain', () => {
    isFull = false;
  });
  const passOn = () => {
    for (const piece of insertion.take()) isFull = destination.write(piece) === false;
  };
  const addPiece = ([piece]: readonly unknown[]) => {
    if (piece && typeof piece !== 'function') insertion.add(piece as Uint8Array | string);
  };
  const overrides: Readonly<Record<PropertyKey, unknown>> = {
    write(...args: readonly unknown[]) {
      addPiece(args);
      // Called back before it is sent: the caller may wait for this before the call that sends it.
      callbacksIn(args).forEach(queueMicrotask);
      return !isFull;
    },
    flush() {
      passOn();
      destination.flush?.();
    },
    end(...args: readonly unknown[]) {
      addPiece(args);
      passOn();
      return destination.end(...callbacksIn(args));
    },
  };

  return new Proxy(destination, {
    get(target, name) {
      if (Object.hasOwn(overrides, name)) return overrides[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Both `write` and `end` take a callback last, in place of any argument. */
function callbacksIn(args: readonly unknown[]) {
  return args.filter(arg => typeof arg === 'function') as (() => void)[];
}

/** Accepts any number of pieces at once: what was rendered together must also arrive together. */
const UNBOUNDED = { highWaterMark: Infinity };

/**
 * A web transform stream that inserts scripts into what is piped through it.
 *
 * React writes each render in pieces, but within one task: a later task falls between two parts.
 */
export function webStreamWithScripts({
  add,
  take,
}: ScriptInsertion): TransformStream<Uint8Array, Uint8Array> {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setTimeout> | undefined;

  return new TransformStream(
    {
      transform(piece, controller) {
        add(piece);
        timer ??= setTimeout(() => {
          timer = undefined;
          if (isOpen(controller)) passOn(controller);
        });
      },
      flush(controller) {
        clearTimeout(timer);
        passOn(controller);
      },
    },
    UNBOUNDED,
    UNBOUNDED,
  );

  function passOn(controller: TransformStreamDefaultController<Uint8Array>) {
    for (const piece of take()) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
  }
}

/** Whether there is still a reader: not if the browser has disconnected, or the page has failed meanwhile. */
function isOpen({ desiredSize }: TransformStreamDefaultController<Uint8Array>): boolean {
  // The room is unbounded; if it is not infinite, the stream has ended.
  return desiredSize === Infinity;
}
