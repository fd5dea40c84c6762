import type { ScriptInsertion } from './withScripts';

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
