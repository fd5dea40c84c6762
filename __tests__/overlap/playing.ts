import { isDeepStrictEqual } from 'node:util';
import type { Visit } from './scriptedRoutes';

/** As `expect(actual).toEqual(expected)`, which takes many times as long where they are equal. */
export function expectEqual(actual: unknown, expected: unknown) {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Lets whatever is due happen. */
export const turn = () => new Promise<void>(resolve => setImmediate(resolve));

/** Responds to whatever arrives until a promise is settled. */
export async function serve({ visits }: { readonly visits: readonly Visit[] }, promise: Promise<unknown>) {
  let isDone = false;
  void promise
    .catch(() => {})
    .finally(() => {
      isDone = true;
    });
  while (!isDone) {
    await turn();
    for (const visit of [...visits]) visit.respond();
  }
}
