import { TimedPart } from './measure';

/** Responds to every request of this process with a text, without a network. */
export function respondWith(text: () => string): void {
  const respond = async () => new Response(text(), { headers: { 'Content-Type': 'application/json' } });
  globalThis.fetch = respond as typeof fetch;
}

/** Texts up to this length are no responses: keys of lists, say. */
const SHORT_TEXT = 10_000;

/** Milliseconds that this process has used of the processor. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** When the last action was reduced. */
let reducedAt = Number.NaN;

/** A reducer that notes when it is through. */
export function noting<S, A>(reducer: (state: S | undefined, action: A) => S): typeof reducer {
  return (state, action) => {
    const next = reducer(state, action);
    reducedAt = processorTime();
    return next;
  };
}

/**
 * The time from when the text of a response had been parsed until it was stored: the part of a request that a
 * library accounts for. It is stored when the last action was reduced, where {@link noting} tells, or else when
 * the promise of the request resolves.
 */
export async function fromParsedToStored(request: () => PromiseLike<unknown>): Promise<TimedPart> {
  const { parse } = JSON;
  let parsedAt = Number.NaN;
  JSON.parse = (text, reviver) => {
    const parsed: unknown = parse(text, reviver);
    if (text.length > SHORT_TEXT) parsedAt = processorTime();
    return parsed;
  };
  try {
    await request();
    return new TimedPart((reducedAt > parsedAt ? reducedAt : processorTime()) - parsedAt);
  } finally {
    JSON.parse = parse;
  }
}
