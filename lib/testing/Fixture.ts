import type { AnyValue } from '../controller/SetArgs';
import type { AnyEndpoint, ArgsOf, MetaOf } from '../endpoint/BaseEndpoint';
import type { FixtureFailure } from './failureOf';

/** Which request a fixture is for, and when it responds. */
interface FixtureRequest<E extends AnyEndpoint> {
  readonly endpoint: E;
  readonly args: Readonly<ArgsOf<E>>;
  /** How long the response takes, in milliseconds; `Infinity` for one that never comes. @default 0 */
  readonly delay?: number;
  /** What the endpoint's `meta` reads from the response's head; stored with the response. */
  readonly meta?: MetaOf<E>;
}

/**
 * A request and its response.
 *
 * | member | responds with |
 * |---|---|
 * | `response` | that, or what it returns or resolves to when it is a function; functions may throw |
 * | `error` | a failure: an `Error`, or `{ status, data }` as a server would send |
 * | neither | success without a body, as many servers respond to a deletion |
 *
 * A response is what the endpoint resolves to: what `process` made of the body.
 */
export type Fixture<E extends AnyEndpoint = AnyEndpoint> = RespondingFixture<E> | FailingFixture<E>;

interface RespondingFixture<E extends AnyEndpoint> extends FixtureRequest<E> {
  readonly response?: FixtureResponse<Readonly<ArgsOf<E>>>;
  readonly error?: never;
}

interface FailingFixture<E extends AnyEndpoint> extends FixtureRequest<E> {
  readonly response?: never;
  readonly error: FixtureFailure;
}

/** Data, or a function of a request's arguments that makes it. */
export type FixtureResponse<Args extends readonly unknown[]> = AnyValue | ((...args: Args) => unknown);

/**
 * Types a fixture: its arguments are checked against those of its endpoint.
 *
 * The object is returned unchanged, so it can be spread into another one; plain objects work as well.
 *
 * @example
 * ```ts
 * import { fixture } from 'rdc-toolkit/testing';
 *
 * const fixtures = [
 *   fixture({ endpoint: TodoResource.get, args: [{ id: '5' }], response: { id: '5', title: 'Buy milk' } }),
 *   fixture({ endpoint: TodoResource.getList, args: [], error: { status: 503 }, delay: 200 }),
 * ];
 * ```
 */
export function fixture<E extends AnyEndpoint>(given: RespondingFixture<E>): RespondingFixture<E>;
export function fixture<E extends AnyEndpoint>(given: FailingFixture<E>): FailingFixture<E>;
export function fixture<E extends AnyEndpoint>(given: Fixture<E>): Fixture<E>;
export function fixture(given: Fixture): Fixture {
  return given;
}
