import { fetch, type PendingAction } from '../actions/fetch';
import { type InvalidateAction, invalidate } from '../actions/invalidate';
import {
  type FulfilledAction,
  type RejectedAction,
  type SetResponseAction,
  setResponse,
} from '../actions/setResponse';
import { type SubscribeAction, subscribe, type UnsubscribeAction, unsubscribe } from '../actions/subscribe';
import { registerSchemas } from '../definitions/schemas';
import { argumentError } from '../errors/argumentError';
import { checkRetry, checkWord } from '../errors/checkValues';
import { isEmpty } from '../plain/isEmpty';
import { known } from '../plain/known';
import { defineField } from '../plain/own';
import { responseSelector } from '../selectors/responseSelector';
import type { ResponseState } from '../selectors/selectResponse';
import { assertRoot, sliceAt } from '../store/sliceAt';
import { fetchIfStaleThunk } from '../thunks/fetchIfStaleThunk';
import { type DataThunk, type FetchPromise, fetchThunk } from '../thunks/fetchThunk';
import { type WithSignal, withSignal } from '../thunks/withSignal';
import type { Denormalized } from '../types/Denormalized';
import type { EndpointInterface, RequestOptions } from '../types/EndpointInterface';
import type { Loose } from '../types/Loose';
import type { NotAResource } from '../types/NotAResource';
import { checkOptions } from './checkOptions';
import type { EndpointMembers, EndpointOptions } from './EndpointOptions';
import { registerEndpoint } from './endpointNames';

/** Any endpoint: for what works with each of them. */
export type AnyEndpoint = NotAResource & BaseEndpoint<Loose, unknown>;

/** Any endpoint without a side effect: one that rendering may send. */
export type ReadEndpoint = NotAResource & WithoutSideEffect;

interface WithoutSideEffect extends BaseEndpoint<Loose, unknown> {
  readonly '~sideEffect': 'none';
}

/** The arguments of an endpoint. */
export type ArgsOf<E> = E extends (...args: infer Args extends readonly unknown[]) => unknown ? Args : never;

/** Arguments, and what stands behind them; where all can be left out, that alone. */
export type ArgsAnd<Args extends readonly unknown[], Last> =
  | [...args: Args, last: Last]
  | ([] extends Args ? [last: Last] : never);

/** The data that readers of an endpoint get. */
export type DataOf<E> = E extends { readonly '~data': infer Data } ? Data : never;

/** What is made of the responses of an endpoint. */
type MadeBy<Endpoint extends { readonly schema: unknown; readonly '~response': unknown }> = [
  Endpoint['schema'],
] extends [undefined]
  ? Endpoint['~response']
  : Denormalized<Endpoint['schema']>;

/** What an endpoint keeps of the head of its responses: what its option or method `meta` returns. */
export type MetaOf<Endpoint> = Endpoint extends {
  readonly '~options': { readonly meta: (response: never) => infer Meta };
}
  ? Meta
  : Endpoint extends { meta(response: never): infer Meta }
    ? Meta
    : unknown;

/** What stands in the store's log as the response: `null` where it was empty, and nothing tells what that means. */
type ReceivedBy<Endpoint extends { readonly '~response': unknown; readonly '~empty': unknown }> = [
  Endpoint['~empty'],
] extends [never]
  ? Endpoint['~response']
  : Endpoint['~response'] | null;

/** What an endpoint is called with: it is a function. */
// biome-ignore lint/correctness/noUnusedVariables: merged declarations have the same parameters
export interface BaseEndpoint<Args extends readonly unknown[], S = undefined> extends EndpointMembers {
  /** Sends the request; no store is touched. Resolves to the processed response. */
  (...args: Args): Promise<this['~response']>;
  /**
   * Only a type: what a call resolves to.
   *
   * A member and not a parameter of the class: the compiler evaluates it only where an app uses it.
   */
  readonly '~response': unknown;
  /** Only a type: what the promise of a thunk resolves to besides the data, as where the response is empty. */
  readonly '~empty': unknown;
  /** Only a type: `'none'` unless a request changes something, which hooks that read refuse. */
  readonly '~sideEffect': Loose;
}

/**
 * How to fetch something, over any transport: a function with a schema, a key and expiry times, whose thunks
 * put its response into the store.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the interface gives instances their call signature
export abstract class BaseEndpoint<Args extends readonly unknown[], S = undefined>
  implements EndpointInterface
{
  /** Only a type: what readers get. */
  declare readonly '~data': MadeBy<this>;
  declare readonly schema: S;

  static {
    // An endpoint is a function: it keeps call, apply and bind.
    Object.setPrototypeOf(BaseEndpoint.prototype, Function.prototype);
  }

  /**
   * @param options what the app gave: wins over fields of a subclass
   * @param defaults members for which nothing was given: fields of a subclass win over them
   * @param isSubclass whether a class of the app is being constructed, which may have fields
   * @throws {UsageError} when an option is misspelt, or a duration that cannot be
   */
  constructor(
    options: EndpointOptions,
    defaults: { readonly name: string; readonly method?: string },
    isSubclass: boolean,
  ) {
    const call = (...args: Args) => {
      if (process.env.NODE_ENV !== 'production' && isDispatched(args)) throw dispatched(endpoint.name);
      return endpoint.request(args, {});
    };
    const self = Object.setPrototypeOf(call, new.target.prototype) as this;
    define(self, defaults);
    if (process.env.NODE_ENV !== 'production') {
      const definition = typeof options.name === 'string' ? options.name : defaults.name;
      checkOptions(self, definition, options);
      checkRetry(definition, options.retry);
      checkWord(definition, 'concurrency', options.concurrency, ['parallel', 'serial', 'latest']);
    }
    define(self, options);
    const endpoint = isSubclass ? keepGiven(self, options) : self;
    registerEndpoint(endpoint, options.name !== undefined);
    registerSchemas(options.schema, endpoint);
    // biome-ignore lint/correctness/noConstructorReturn: an endpoint is a function with members
    return endpoint;
  }

  /** Equal requests have equal keys. */
  abstract key(...args: Args): string;

  /** Whether `key` is that of a request of this endpoint, whatever its arguments. */
  abstract testKey(key: string): boolean;

  /** Sends the request; no store is touched. */
  abstract request(args: Args, options: RequestOptions): Promise<this['~response']>;

  /** The endpoint's name, which is what logs and inspectors show of it. */
  toString(): string {
    return this.name;
  }

  /** A thunk that sends the request and stores its response. */
  fetch(...given: WithSignal<Args>): DataThunk<FetchPromise<this['~data'] | this['~empty']>> {
    if (process.env.NODE_ENV !== 'production') assertMember(this, 'fetch');
    return fetchThunk(this, ...withSignal(given));
  }

  /** A thunk that fetches only when there is no fresh data, and otherwise resolves to that data. */
  fetchIfStale(...given: WithSignal<Args>): DataThunk<FetchPromise<this['~data'] | this['~empty']>> {
    if (process.env.NODE_ENV !== 'production') assertMember(this, 'fetchIfStale');
    return fetchIfStaleThunk(this, ...withSignal(given));
  }

  /** An action: subscribes to the request, so that the managers keep its data up to date. */
  subscribe(...args: Args): SubscribeAction {
    if (process.env.NODE_ENV !== 'production') assertMember(this, 'subscribe');
    return subscribe(this, { args });
  }

  /** An action: ends one subscription. */
  unsubscribe(...args: Args): UnsubscribeAction {
    if (process.env.NODE_ENV !== 'production') assertMember(this, 'unsubscribe');
    return unsubscribe(this, { args });
  }

  /** An action: makes the response invalid, so that readers suspend and fetch again. */
  invalidate(...args: Args): InvalidateAction {
    if (process.env.NODE_ENV !== 'production') assertMember(this, 'invalidate');
    return invalidate(this.key(...args));
  }

  /** An action: stores a response that came from elsewhere. The arguments, then the response. */
  setResponse(...argsAndResponse: ArgsAnd<Args, unknown>): SetResponseAction {
    const args = argsAndResponse.slice(0, -1);
    return setResponse(this, { args, response: argsAndResponse.at(-1) });
  }

  /** An action: stores a failure. The arguments, then the error. */
  setError(...argsAndError: ArgsAnd<Args, Error>): SetResponseAction {
    return this.setResponse(...(argsAndError as ArgsAnd<Args, unknown>));
  }

  /**
   * A selector of the state of one request, for a slice at the default path.
   *
   * @returns The same object for as long as nothing in it changes.
   */
  select(...args: Args): (rootState: unknown) => ResponseState<this['~data'], MetaOf<this>> {
    const select = responseSelector(this, args);
    return rootState => {
      if (process.env.NODE_ENV !== 'production') assertRoot(rootState);
      return select(sliceAt(rootState)) as ResponseState<this['~data'], MetaOf<this>>;
    };
  }

  /** Matches the action that starts a request of this endpoint. */
  get matchPending(): (action: unknown) => action is PendingAction<Args> {
    return (action): action is PendingAction<Args> => fetch.match(action) && isOf(this, action);
  }

  /** Matches the action with which a request of this endpoint succeeds. */
  get matchFulfilled(): (action: unknown) => action is FulfilledAction<ReceivedBy<this>, Args> {
    return (action): action is FulfilledAction<ReceivedBy<this>, Args> =>
      setResponse.match(action) && !action.error && isOf(this, action);
  }

  /** Matches the action with which a request of this endpoint fails. */
  get matchRejected(): (action: unknown) => action is RejectedAction<Args> {
    return (action): action is RejectedAction<Args> =>
      setResponse.match(action) && action.error && isOf(this, action);
  }
}

/** Redux calls a function that is dispatched with `dispatch` and `getState`: an endpoint would take them for arguments. */
function isDispatched([first, second]: readonly unknown[]): boolean {
  return typeof first === 'function' && typeof second === 'function';
}

/**
 * A member that is dispatched without a call, `dispatch(TodoResource.get.fetch)`, is called by the thunk middleware,
 * and would only make a thunk: nothing would happen.
 */
function assertMember(endpoint: unknown, member: string): void {
  if (endpoint !== undefined) return;
  const problem = `\`${member}\` was called without its endpoint: it was dispatched uncalled, or detached from the endpoint`;
  const fix = `Call it with its arguments: dispatch(TodoResource.get.${member}({ id })).`;
  throw argumentError(`endpoint.${member}`, problem, fix);
}

function dispatched(name: string): Error {
  return argumentError(
    `dispatch(${name})`,
    'it is an endpoint, and its response would not be stored',
    `Dispatch its thunk: dispatch(${name}.fetch(...args)).`,
  );
}

/** An action that went through JSON carries only the name, which several endpoints can have, and the address. */
function isOf(
  endpoint: EndpointInterface,
  action: { readonly endpoint?: EndpointInterface; readonly endpointName: string; readonly key: string },
): boolean {
  if (action.endpoint !== undefined) return action.endpoint === endpoint;
  return action.endpointName === endpoint.name && endpoint.testKey?.(action.key) !== false;
}

/** Puts members on an endpoint; a function's own `name` can only be replaced by definition. */
function define(endpoint: object, members: object) {
  for (const [name, value] of Object.entries(known(members))) defineField(endpoint, name, value);
}

/**
 * An endpoint on which options that were given stay as they are.
 *
 * Fields of a subclass are set when the constructor of its base has returned, and
 * would replace them: `class Api extends RestEndpoint { urlPrefix = '/v1' }` is a
 * default, `new Api({ urlPrefix: '/v2', ... })` says otherwise. Nothing but a proxy
 * sees a field being set, compiled either as a definition or as an assignment.
 */
function keepGiven<E extends object>(endpoint: E, given: object): E {
  const kept = known(given);
  if (isEmpty(kept)) return endpoint;
  return new Proxy(endpoint, {
    defineProperty: (target, name, descriptor) =>
      Object.hasOwn(kept, name) || Reflect.defineProperty(target, name, descriptor),
  });
}
