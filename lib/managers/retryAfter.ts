/**
 * How long a server wants clients to wait before the next attempt, in milliseconds; `undefined` when it does not.
 *
 * `Retry-After` comes in seconds or as an HTTP date. A date is taken against the
 * response's own `Date` where that can be read, so that a client whose clock is
 * wrong waits as long as the server meant.
 *
 * @param now milliseconds since the Unix epoch, for responses without a readable `Date`
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfter(headers: Headers, now: number = Date.now()): number | undefined {
  const demanded = headers.get('retry-after')?.trim();
  if (!demanded) return undefined;
  if (/^\d+(\.\d+)?$/.test(demanded)) return Number(demanded) * 1_000;
  const date = Date.parse(demanded);
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Date.parse(headers.get('date') ?? '') || now));
}
