import { anySignal } from '../../endpoint/anySignal';
import { assertStorable } from '../../errors/assertStorable';
import { checkReturned } from '../../errors/checkValues';
import { classOf } from '../../plain/classOf';
import { isObject } from '../../plain/isObject';
import type { StoreHandle } from '../../store/StoreHandle';
import type { EndpointInterface, RequestOptions } from '../../types/EndpointInterface';
import type { RetryOptions } from '../../types/RetryOptions';
import { retryOptions, withRetry } from '../retry';
import { namedFailure } from './namedFailure';
import type { PendingRequest } from './PendingRequest';

/** Gets the response to a request. */
type Send = (
  endpoint: EndpointInterface,
  args: readonly unknown[],
  options: RequestOptions,
) => Promise<unknown>;

/**
 * What sends the requests of one store, and sends once more what has failed, where that may help.
 *
 * @param passedOn in place of the endpoint's own `request`
 * @param retry of endpoints that do not say otherwise
 */
export function requestSender(
  store: StoreHandle,
  passedOn: Send | undefined,
  retry: number | RetryOptions | undefined,
): (pendingRequest: PendingRequest) => Promise<unknown> {
  return pendingRequest => {
    const { endpoint } = pendingRequest.action;
    // The endpoint's own signal ends the wait between two attempts, too.
    const signal = anySignal([
      pendingRequest.abort.signal,
      (endpoint as { readonly signal?: AbortSignal }).signal,
    ]) as AbortSignal;
    const attempt = () =>
      sendOnce(pendingRequest, signal).catch((error: unknown) => {
        if (process.env.NODE_ENV !== 'production') noteAttempt(store, pendingRequest, Date.now());
        throw namedFailure(error, pendingRequest.action);
      });
    const options = retryOptions(endpoint.retry ?? retry);
    const isSafe = !endpoint.sideEffect || options.sideEffects || endpoint.idempotencyKey;
    return isSafe && !pendingRequest.args.some(isStream) ? withRetry(attempt, options, signal) : attempt();
  };

  /** One attempt: it is noted under which number it leaves. */
  async function sendOnce(pendingRequest: PendingRequest, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const { action, args, key, left } = pendingRequest;
    const { endpoint, meta } = action;
    // Of what is confirmed: what this mutation shows itself is no version that the server has.
    const headers = endpoint.conditional?.({ ...store.getState(), optimistic: [] }, endpoint, args, key);
    if (process.env.NODE_ENV !== 'production') checkHeaders(endpoint.name, headers);
    const onHead = (head: unknown) => {
      if (process.env.NODE_ENV !== 'production') assertStorable(endpoint.name, 'meta', head);
      pendingRequest.head = head;
    };
    const number = store.nextNumber();
    const onLeave = () => {
      const now = store.nextNumber();
      noteDeparture(store, pendingRequest, now, now);
    };
    // An app's own function may not say when requests leave. It leaves now at the earliest, and of an attempt before
    // this one nothing more exact was said.
    if (passedOn) noteDeparture(store, pendingRequest, number, left);
    const own = passedOn ?? requestItself;
    const send = store.disturb?.(action, own) ?? own;
    const response = await send(endpoint, args, {
      signal,
      key,
      requestId: meta.requestId,
      onLeave,
      onHead,
      headers,
    });
    // It has not said when it left.
    if ((pendingRequest.left ?? 0) < number) noteDeparture(store, pendingRequest, number, number);
    return response;
  }
}

const requestItself: Send = (endpoint, args, options) => endpoint.request(args, options);

/** Whether an argument can be sent only once. */
function isStream(arg: unknown): boolean {
  return classOf(arg) === 'ReadableStream';
}

/** Notes the number under which an attempt leaves, and that of the first one where `first` is known. */
function noteDeparture(
  store: StoreHandle,
  request: PendingRequest,
  number: number,
  first: number | undefined,
) {
  request.left = number;
  request.since ??= first;
  request.fetchedAt = Date.now();
  if (process.env.NODE_ENV !== 'production') noteAttempt(store, request);
}

/** Notes that an attempt has left, more exactly than before maybe; or when it `failed`. */
function noteAttempt({ noteRequest }: StoreHandle, request: PendingRequest, failed?: number) {
  request.attempts ??= [];
  const { attempts, fetchedAt: left } = request;
  const last = attempts.at(-1);
  // What fails before it has left is no attempt.
  if (failed !== undefined && last !== undefined) last.failed ??= failed;
  else if (last !== undefined && last.failed === undefined) last.left = left;
  else if (failed === undefined) attempts.push({ left, failed });
  noteRequest?.(request);
}

/**
 * Makes sure that an endpoint's `conditional` has returned headers, or nothing; for development.
 *
 * @throws {UsageError} naming what it has returned
 */
function checkHeaders(endpoint: string, headers: unknown): void {
  const fits = headers === undefined || (isObject(headers) && !('then' in headers));
  const fix =
    'Return headers, or undefined for none; those that have to be waited for belong into `getHeaders`.';
  checkReturned(`${endpoint}.fetch()`, 'conditional', headers, fits, fix);
}
