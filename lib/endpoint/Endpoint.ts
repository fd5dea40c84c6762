import { argumentError } from '../errors/argumentError';
import { describeValue, isClass } from '../errors/describeValue';
import { endpointOptionError } from '../errors/endpointOptionError';
import { jsonOf, sorted } from '../errors/jsonOf';
import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { isObject } from '../plain/isObject';
import { known } from '../plain/known';
import type { RequestOptions } from '../types/EndpointInterface';
import type { NoUnknown } from '../types/NoUnknown';
import { BaseEndpoint } from './BaseEndpoint';
import { checkResponse } from './checkResponse';
import type { EmptyIn } from './EmptyOf';
import type { EndpointOptions } from './EndpointOptions';
import type { Changeable, Foreseeing } from './Foreseeing';
import type { SideEffectIf } from './SideEffect';
import { withinTime } from './withinTime';

/**
 * An async function with a schema, a key and an expiry, for anything that is not REST.
 *
 * Calling it sends the request. Its thunks, such as `fetch`, put the response into the store.
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
   * @param options its name is that of the function unless given
   * @throws {UsageError} when neither has a name, on which its keys depend
   */
  constructor(
    send: (...args: Args) => Promise<Response>,
    options: Omit<EndpointOptions, 'getOptimisticResponse'> &
      Foreseeing<Args> & { readonly schema?: S; readonly sideEffect?: Effect } = {},
  ) {
    if (process.env.NODE_ENV !== 'production') checkSend(send, options);
    super(options, { name: send.name }, new.target !== Endpoint);
    this.#send = send;
    this.#options = options;
  }

  /** The name and the arguments, their members sorted: equal requests have equal keys. */
  key(...args: Args): string {
    const given = args.slice(0, args.findLastIndex(arg => arg !== undefined) + 1);
    return given.length === 0
      ? this.name
      : `${this.name} ${jsonOf(`${this.name}(…)`, 'arguments', given, sorted)}`;
  }

  /** Whether `key` is that of a request of this endpoint, whatever its arguments. */
  testKey(key: string): boolean {
    const { name } = this;
    // A text put together for each of 100 000 keys costs more than all the rest.
    return key.startsWith(name) && (key.length === name.length || key[name.length] === ' ');
  }

  /** Sends the request; no store is touched. */
  async request(args: Args, { signal, onLeave }: RequestOptions): Promise<this['~response']> {
    return withinTime([signal, this.signal], this.timeoutMs, async () => {
      onLeave?.();
      return (await checkResponse(this, await this.#send(...args))) as this['~response'];
    });
  }

  /**
   * A copy of this endpoint with other options; it keeps the name, on which its keys depend, and the class.
   *
   * Where the constructor of a subclass takes something else than this one, fields are copied; private ones (`#count`) are
   * not there.
   */
  extend<const Changes extends Changeable<EndpointOptions>>(
    changes: Changes & NoUnknown<keyof Changes, keyof EndpointOptions> & Foreseeing<Args>,
  ): Endpoint<
    Args,
    Response,
    Changes extends { readonly schema: infer Other } ? Other : S,
    Changes extends { readonly sideEffect: infer Other } ? Other : Effect
  > {
    const options = { ...this.#options, ...changes };
    const Class = this.constructor as typeof Endpoint;
    // With parameters of its own a constructor may take anything else, and without any make a function of its own.
    const made = Class.length > 2 ? undefined : attempt(() => new Class(this.#send, options as never));
    return (made !== undefined && made.#send === this.#send ? made : this.#copy(options)) as never;
  }

  /** An endpoint of the same class and with the same fields, made without the constructor of its class. */
  #copy(options: EndpointOptions): this {
    const copy = new Endpoint(this.#send, options as never);
    Object.setPrototypeOf(copy, Object.getPrototypeOf(this) as object);
    const given = known({ ...this.#options, ...copy });
    const fields = filterFields({ ...this } as Members, name => !Object.hasOwn(given, name));
    return Object.assign(copy, fields) as unknown as this;
  }
}

type Members = Readonly<Record<string, unknown>>;

/** Without a name, all unnamed endpoints would share their responses. */
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
