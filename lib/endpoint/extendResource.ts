import { EndpointOptionError } from '../errors/EndpointOptionError';
import type { Merged, RestEndpoint } from './RestEndpoint';
import type { RestOptions } from './RestOptions';

/** A group of endpoints. */
export type Members = Readonly<Record<string, unknown>>;

/** A group of endpoints that can be extended, again and again. */
export type Extensible<M> = M & {
  /**
   * The same resource with other, or more, members.
   *
   * | form | what it does |
   * |---|---|
   * | `extend(base => ({ ... }))` | adds and replaces what the function returns |
   * | `extend({ get: { ... } })` | changes options of members that exist |
   * | `extend('name', { ... })` | adds one member, made of `get` with these options |
   *
   * @throws {EndpointOptionError} when a named member does not exist, or exists already
   */
  readonly extend: Extend<M>;
};

/** The three forms of `extend()`. */
export interface Extend<M> {
  <const Name extends string, const Options extends Partial<RestOptions>>(
    name: Name extends keyof M ? `${Name} exists already` : Name,
    options: Options,
  ): Extensible<
    M & {
      readonly [Key in Name]: ExtendedMember<M extends { readonly get: infer Get } ? Get : never, Options>;
    }
  >;
  <Added extends object>(add: (base: M) => Added): Extensible<Omit<M, keyof Added> & Added>;
  <const Changes extends { readonly [Key in keyof M]?: Partial<RestOptions> }>(
    changes: Changes & { readonly [Key in Exclude<keyof Changes, keyof M>]: never },
  ): Extensible<{
    readonly [Key in keyof M]: Key extends keyof Changes ? ExtendedMember<M[Key], Changes[Key]> : M[Key];
  }>;
}

type ExtendedMember<Member, Changes> = Member extends { readonly '~options': infer Options }
  ? RestEndpoint<Merged<Options, Changes> & RestOptions>
  : never;

type Endpoints = Readonly<Record<string, RestEndpoint>>;

/** Adds `extend` to a group of endpoints; `name` is that of the entity. */
export function extendResource<M extends object>(name: string, members: M): Extensible<M> {
  const extend = (first: unknown, options: Partial<RestOptions> = {}): unknown => {
    if (typeof first === 'function') return extendResource(name, { ...members, ...first(members) });
    if (typeof first === 'string') return extendResource(name, added(name, members, first, options));
    return extendResource(
      name,
      changed(name, members, first as Readonly<Record<string, Partial<RestOptions>>>),
    );
  };
  return { ...members, extend } as unknown as Extensible<M>;
}

function added(name: string, members: object, member: string, options: Partial<RestOptions>): object {
  if (Object.hasOwn(members, member)) {
    throw new EndpointOptionError(
      name,
      member,
      'is a member already',
      `Change it with extend({ ${member}: { ... } }), or choose another name.`,
    );
  }
  const { get } = members as Endpoints;
  return {
    ...members,
    [member]: get?.extend({ name: `${name}.${member}`, ...options } as Partial<RestOptions>),
  };
}

function changed(
  name: string,
  members: object,
  changes: Readonly<Record<string, Partial<RestOptions>>>,
): object {
  const extended = Object.entries(changes).map(([member, options]) => {
    const endpoint = (members as Endpoints)[member];
    if (endpoint !== undefined && Object.hasOwn(members, member))
      return [member, endpoint.extend(options)] as const;
    const known = Object.keys(members).join(', ');
    throw new EndpointOptionError(
      name,
      member,
      `is no member (members: ${known})`,
      `Add it with extend('${member}', { ... }).`,
    );
  });
  return { ...members, ...Object.fromEntries(extended) };
}
