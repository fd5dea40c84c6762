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
import { defineField } from '../plain/own';
import { withoutUndefined } from '../plain/withoutUndefined';
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

/** Any endpoint, for code that works with all of them. */
export type AnyEndpoint = NotAResource & BaseEndpoint<Loose, unknown>;

/** Any endpoint without a side effect, which a render may therefore send. */
export type ReadEndpoint = NotAResource & WithoutSideEffect;

interface WithoutSideEffect extends BaseEndpoint<Loose, unknown> {
  readonly '~sideEffect': 'none';
}

/** The arguments of an endpoint. */
export type ArgsOf<E> = E extends (...args: infer Args extends readonly unknown[]) => unknown ? Args : never;

/** The arguments, then one more value; that value alone if all arguments are optional. */
export type ArgsAnd<Args extends readonly unknown[], Last> =
  | [...args: Args, last: Last]
  | ([] extends Args ? [last: Last] : never);

/** The data that readers of an endpoint get. */
export type DataOf<E> = E extends { readonly '~data': infer Data } ? Data : never;

/** What the schema makes of an endpoint's responses; without a schema, the response itself. */
type MadeBy<Endpoint extends { readonly schema: unknown; readonly '~response': unknown }> = [
  Endpoint['schema'],
] extends [undefined]
  ? Endpoint['~response']
  : Denormalized<Endpoint['schema']>;

/** What an endpoint's option or method `meta` returns, kept with each response. */
export type MetaOf<Endpoint> = Endpoint extends {
  readonly '~options': { readonly meta: (response: never) => infer Meta };
}
  ? Meta
  : Endpoint extends { meta(response: never): infer Meta }
    ? Meta
    : unknown;

/** The response as actions carry it: `null` if it was empty and no option says what that means. */
type ReceivedBy<Endpoint extends { readonly '~response': unknown; readonly '~empty': unknown }> = [
  Endpoint['~empty'],
] extends [never]
  ? Endpoint['~response']
  : Endpoint['~response'] | null;

/** The call signature of an endpoint, which is a function. */
// biome-ignore lint/correctness/noUnusedVariables: merged declarations have the same parameters
export interface BaseEndpoint<Args extends readonly unknown[], S = undefined> extends EndpointMembers {
  /** Sends the request without touching the store. Resolves to the processed response. */
  (...args: Args): Promise<this['~response']>;
  /**
   * Only a type: what a call resolves to.
   *
   * A member, not a type parameter of the class: the compiler evaluates it only where an app uses it.
   */
  readonly '~response': unknown;
  /** Only a type: what a thunk's promise resolves to besides the data, as for an empty response. */
  readonly '~empty': unknown;
  /** Only a type: `'none'` for a read. Hooks that read refuse anything else. */
  readonly '~sideEffect': Loose;
}

/**
 * How to fetch something over any transport: a function with a schema, a key and expiry times. Its thunks
 * store the response.
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
   * @param options options given by the app; they win over fields of a subclass
   * @param defaults members to use where no option is given; fields of a subclass win over them
   * @param isSubclass whether it belongs to a subclass, which may have fields
   * @throws {UsageError} when an option is misspelt, or a duration is invalid
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
    const endpoint = isSubclass ? keepOptions(self, options) : self;
    registerEndpoint(endpoint, options.name !== undefined);
    registerSchemas(options.schema, endpoint);
    // biome-ignore lint/correctness/noConstructorReturn: an endpoint is a function with members
    return endpoint;
  }

  /** Equal requests have equal keys. */
  abstract key(...args: Args): string;

  /** Whether `key` belongs to a request of this endpoint, with any arguments. */
  abstract testKey(key: string): boolean;

  /** Sends the request without touching the store. */
  abstract request(args: Args, options: RequestOptions): Promise<this['~response']>;

  /** The endpoint's name, as logs and inspectors show it. */
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

  /** An action: stores a response from elsewhere. Takes the arguments, then the response. */
  setResponse(...argsAndResponse: ArgsAnd<Args, unknown>): SetResponseAction {
    if (process.env.NODE_ENV !== 'production') assertMember(this, 'setResponse');
    const args = argsAndResponse.slice(0, -1);
    return setResponse(this, { args, response: argsAndResponse.at(-1) });
  }

  /** An action: stores a failure. Takes the arguments, then the error. */
  setError(...argsAndError: ArgsAnd<Args, Error>): SetResponseAction {
    if (process.env.NODE_ENV !== 'production') assertMember(this, 'setError');
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

/** Whether the endpoint itself was dispatched: thunk middleware then calls it with `dispatch` and `getState`. */
function isDispatched([first, second]: readonly unknown[]): boolean {
  return typeof first === 'function' && typeof second === 'function';
}

/**
 * Throws when a member was dispatched without a call, as in `dispatch(TodoResource.get.fetch)`: the thunk middleware
 * would call it, which only makes a thunk and sends nothing.
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

/** An action from JSON has only a name, which endpoints can share, and a key, which the endpoint then tests. */
function isOf(
  endpoint: EndpointInterface,
  action: { readonly endpoint?: EndpointInterface; readonly endpointName: string; readonly key: string },
): boolean {
  if (action.endpoint !== undefined) return action.endpoint === endpoint;
  return action.endpointName === endpoint.name && endpoint.testKey?.(action.key) !== false;
}

/** Defines members on an endpoint, because assignment cannot replace a function's own `name`. */
function define(endpoint: object, members: object) {
  for (const [name, value] of Object.entries(withoutUndefined(members))) defineField(endpoint, name, value);
}

/**
 * Returns an endpoint whose given options cannot be overwritten.
 *
 * Fields of a subclass are set after the base constructor returns, and would replace the options: in
 * `class Api extends RestEndpoint { urlPrefix = '/v1' }` the field is a default, and
 * `new Api({ urlPrefix: '/v2', ... })` must win. Only a proxy can intercept a field that
 * is being set, whether it compiles to a definition or to an assignment.
 */
function keepOptions<E extends object>(endpoint: E, options: object): E {
  const definedOptions = withoutUndefined(options);
  if (isEmpty(definedOptions)) return endpoint;
  return new Proxy(endpoint, {
    defineProperty: (target, name, descriptor) =>
      Object.hasOwn(definedOptions, name) || Reflect.defineProperty(target, name, descriptor),
  });
}
