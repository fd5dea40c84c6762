import type { ScriptInsertion } from './withScripts';

/** Takes pieces at once, however many: a part of what was rendered at one time must not come later than the rest. */
const AT_ONCE = { highWaterMark: Infinity };

/**
 * A transform stream of the web that puts scripts into what is piped through it.
 *
 * What React renders at one time comes in pieces, but within one task: a later one stands between two parts.
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
          if (isOpen(controller)) pass(controller);
        });
      },
      flush(controller) {
        clearTimeout(timer);
        pass(controller);
      },
    },
    AT_ONCE,
    AT_ONCE,
  );

  function pass(controller: TransformStreamDefaultController<Uint8Array>) {
    for (const piece of take()) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
  }
}

/** Whether there is still a reader: not when the browser has disconnected, or the page has failed meanwhile. */
function isOpen({ desiredSize }: TransformStreamDefaultController<Uint8Array>): boolean {
  // No room that is bounded: where there is an end to it, the stream has ended.
  return desiredSize === Infinity;
}
