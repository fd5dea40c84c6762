import { argumentError } from '../errors/argumentError';
import { describeValue, isClass } from '../errors/describeValue';
import { endpointOptionError } from '../errors/endpointOptionError';
import { jsonOf, sorted } from '../errors/jsonOf';
import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { isObject } from '../plain/isObject';
import { withoutUndefined } from '../plain/withoutUndefined';
import type { RequestOptions } from '../types/EndpointInterface';
import type { NoUnknown } from '../types/NoUnknown';
import { BaseEndpoint } from './BaseEndpoint';
import type { CallbackOptions, Changeable } from './CallbackOptions';
import { checkResponse } from './checkResponse';
import type { EmptyIn } from './EmptyOf';
import type { EndpointOptions } from './EndpointOptions';
import type { SideEffectIf } from './SideEffect';
import { withinTime } from './withinTime';

/**
 * An async function with a schema, a key and expiry times, for anything that is not REST.
 *
 * Calling it sends the request. Its thunks, such as `fetch`, store the response.
 *
 * @example
 * ```ts
 * import { Endpoint, Entity } from 'rdc-toolkit';
 *
 * class Ticker extends Entity {
 *   id = '';
 *   price = 0;
 *   static key = 'Ticker';
 * }
 *
 * const getTicker = new Endpoint(
 *   async ({ id }: { id: string }) => ({ id, price: Math.random() }),
 *   { name: 'getTicker', schema: Ticker },
 * );
 * ```
 */
export class Endpoint<
  Args extends readonly unknown[],
  Response,
  const S = undefined,
  const Effect = undefined,
> extends BaseEndpoint<Args, S> {
  declare readonly '~response': Response;
  declare readonly '~empty': [Effect] extends [true] ? EmptyIn<Response> : never;
  declare readonly '~sideEffect': SideEffectIf<Effect>;
  readonly #send: (...args: Args) => Promise<Response>;
  readonly #options: EndpointOptions;

  /**
   * @param send makes the request
   * @param options `name` defaults to the name of the function
   * @throws {UsageError} when neither has a name: keys are made from it
   */
  constructor(
    send: (...args: Args) => Promise<Response>,
    options: Omit<EndpointOptions, 'getOptimisticResponse'> &
      CallbackOptions<Args> & { readonly schema?: S; readonly sideEffect?: Effect } = {},
  ) {
    if (process.env.NODE_ENV !== 'production') checkSend(send, options);
    super(options, { name: send.name }, new.target !== Endpoint);
    this.#send = send;
    this.#options = options;
  }

  /** The name and the arguments, with sorted members: equal requests have equal keys. */
  key(...args: Args): string {
    const trimmed = args.slice(0, args.findLastIndex(arg => arg !== undefined) + 1);
    return trimmed.length === 0
      ? this.name
      : `${this.name} ${jsonOf(`${this.name}(…)`, 'arguments', trimmed, sorted)}`;
  }

  /** Whether `key` belongs to a request of this endpoint, with any arguments. */
  testKey(key: string): boolean {
    const { name } = this;
    // Building a string for each of 100 000 keys would cost more than all the rest.
    return key.startsWith(name) && (key.length === name.length || key[name.length] === ' ');
  }

  /** Sends the request without touching the store. */
  async request(args: Args, { signal, onLeave }: RequestOptions): Promise<this['~response']> {
    return withinTime([signal, this.signal], this.timeoutMs, async () => {
      onLeave?.();
      return (await checkResponse(this, await this.#send(...args))) as this['~response'];
    });
  }

  /**
   * A copy of this endpoint with other options. It keeps the class and the name, from which its keys are made.
   *
   * If the constructor of a subclass takes other parameters than this one, fields are copied, except private ones
   * (`#count`).
   */
  extend<const Changes extends Changeable<EndpointOptions>>(
    changes: Changes & NoUnknown<keyof Changes, keyof EndpointOptions> & CallbackOptions<Args>,
  ): Endpoint<
    Args,
    Response,
    Changes extends { readonly schema: infer Other } ? Other : S,
    Changes extends { readonly sideEffect: infer Other } ? Other : Effect
  > {
    const options = { ...this.#options, ...changes };
    const Class = this.constructor as typeof Endpoint;
    // A constructor with more parameters may take anything, and one without may pass a `send` function of its own.
    const copy = Class.length > 2 ? undefined : attempt(() => new Class(this.#send, options as never));
    return (copy !== undefined && copy.#send === this.#send ? copy : this.#copy(options)) as never;
  }

  /** Copies an endpoint, its class and its fields without calling the constructor of its class. */
  #copy(options: EndpointOptions): this {
    const copy = new Endpoint(this.#send, options as never);
    Object.setPrototypeOf(copy, Object.getPrototypeOf(this) as object);
    const definedFields = withoutUndefined({ ...this.#options, ...copy });
    const fields = filterFields({ ...this } as Members, name => !Object.hasOwn(definedFields, name));
    return Object.assign(copy, fields) as unknown as this;
  }
}

type Members = Readonly<Record<string, unknown>>;

/** Refuses a missing name: all unnamed endpoints would share their responses. */
function checkSend(send: unknown, options: EndpointOptions): void {
  if (!isObject(options)) {
    const problem = `its options are ${describeValue(options)}`;
    throw argumentError('new Endpoint()', problem, 'Pass an object of options, or nothing.');
  }
  const { name } = options;
  if (typeof send !== 'function' || isClass(send)) {
    const fix = 'Write new Endpoint(async id => ..., { name }), or use RestEndpoint for a path.';
    throw endpointOptionError('an Endpoint', 'send', `is ${describeValue(send)}, not a function`, fix);
  }
  if (name !== undefined ? name !== '' : send.name !== '') return;
  const problem = 'is missing, and the function has no name either, so its requests would have no key';
  throw endpointOptionError('an Endpoint', 'name', problem, "Add one: { name: 'getTicker' }.");
}
