import { BaseEndpoint } from '../endpoint/BaseEndpoint';
import type {
  ArgsAfter,
  ArgsOptions,
  Changeable,
  RestCallbackOptions,
  Unchanged,
} from '../endpoint/CallbackOptions';
import { nameMember } from '../endpoint/endpointNames';
import type { MergedOptions } from '../endpoint/MergedOptions';
import type { RestEndpoint } from '../endpoint/RestEndpoint';
import type { RestOptions } from '../endpoint/RestOptions';
import { mapFields } from '../plain/mapFields';
import { own } from '../plain/own';
import type { Loose } from '../types/Loose';
import type { OfResource } from '../types/NotAResource';
import type { NoUnknown } from '../types/NoUnknown';
import { checkAddedMembers, checkExtension, checkLists } from './checkExtension';

/** A group of endpoints that can be extended repeatedly. */
export type Extensible<M> = M & {
  /**
   * Returns the same resource with changed or added members.
   *
   * | form | what it does |
   * |---|---|
   * | `extend(base => ({ ... }))` | adds and replaces what the function returns |
   * | `extend({ get: { ... } })` | changes options of members that exist |
   * | `extend('name', { ... })` | adds one member, made from `get` with these options |
   *
   * Endpoints without a given name are named `<Entity key>.<member>`.
   *
   * @throws {UsageError} when a named member does not exist, or exists already
   */
  readonly extend: Extend<M>;
};

/** The three forms of `extend()`. */
interface Extend<M> extends OfResource {
  <
    const Name extends string,
    const Options extends Changeable<RestOptions>,
    const Path extends string | Unchanged = Unchanged,
    const Method extends string | Unchanged = Unchanged,
    Search = Unchanged,
    Body = Unchanged,
  >(
    name: Name extends keyof M | 'extend' ? `${Name} is a member already` : Name,
    options: Options &
      NoUnknown<keyof Options, keyof RestOptions> &
      ArgsOptions<Path, Method, Search, Body> &
      RestCallbackOptions<AddedArgs<M, Required<ArgsOptions<Path, Method, Search, Body>>>>,
  ): Extensible<MergedMembers<M, { readonly [Key in Name]: AddedMember<M, Options> }>>;
  <Added extends object>(add: (base: Extensible<M>) => Added): Extensible<MergedMembers<M, Added>>;
  <const Changes extends { readonly [Name in keyof M]?: Changeable<RestOptions> }>(
    changes: Changes & {
      readonly [Name in keyof M]?: RestCallbackOptions<ArgsOf<M[Name]>>;
    } & {
      readonly [Name in keyof Changes]: NoUnknown<keyof Changes[Name], keyof RestOptions>;
    } & {
      readonly [Name in Exclude<
        keyof Changes,
        keyof M
      >]: `${Name & string} is no member: add it with extend('${Name & string}', ...)`;
    },
  ): Extensible<
    MergedMembers<M, { readonly [Name in keyof Changes & keyof M]: ChangedMember<M[Name], Changes[Name]> }>
  >;
}

/** Which members are there after `extend`? One object that an editor shows, however often it is extended. */
type MergedMembers<M, Added> = {
  readonly [Name in keyof M | Exclude<keyof Added, 'extend'>]: Name extends keyof Added
    ? Added[Name]
    : Name extends keyof M
      ? M[Name]
      : never;
} extends infer Members
  ? Members
  : never;

type ChangedMember<Member, Changes> = Member extends { readonly '~options': infer Options }
  ? RestEndpoint<MergedOptions<Options, Changes>>
  : never;

/** Omits the method of `get`: the new one depends on the body. */
type AddedMember<M, Options> = M extends { readonly get: { readonly '~options': infer Get } }
  ? RestEndpoint<MergedOptions<Omit<Get, 'method'>, Options>>
  : never;

/** Which arguments does a member take that is added with these options? */
type AddedArgs<M, Changes> = M extends { readonly get: { readonly '~options': infer Get } }
  ? ArgsAfter<Omit<Get, 'method'>, Changes>
  : readonly unknown[];

/** Which arguments does a member take? Its body may change as well. */
type ArgsOf<Member> = Member extends (...args: infer Args extends readonly unknown[]) => unknown
  ? Args extends readonly [infer Params, unknown]
    ? readonly [Params, Loose]
    : Args
  : never;

type Options = Partial<RestOptions>;
type Members = Readonly<Record<string, unknown>>;

/** Adds `extend` to a group of endpoints; `key` is the key of the entity. */
export function extendResource<M extends object>(key: string, members: M): Extensible<M> {
  const resource = { ...members, extend };

  function extend(first: unknown, options: Options = {}): unknown {
    const changes = changesOf(first, options);
    const changed = { ...members, ...changes };
    if (process.env.NODE_ENV !== 'production') checkLists(key, members, changed);
    return extendResource(key, changed);
  }

  function changesOf(first: unknown, options: Options): Members {
    if (process.env.NODE_ENV !== 'production') checkExtension(key, members, first);
    if (typeof first === 'function') return nameMembers(first(resource));
    if (typeof first === 'string') return nameMembers({ [first]: addedEndpoint(options) });
    return mapFields(first as Readonly<Record<string, Options>>, changedEndpoint);
  }

  function nameMembers(changes: Members): Members {
    if (process.env.NODE_ENV !== 'production') checkAddedMembers(key, members, changes);
    for (const [member, endpoint] of Object.entries(changes)) {
      if (endpoint instanceof BaseEndpoint) nameMember(endpoint, `${key}.${member}`, currentMember(member));
    }
    return changes;
  }

  function addedEndpoint(options: Options): unknown {
    return (currentMember('get') as unknown as RestEndpoint).extend({
      method: undefined,
      ...options,
    } as never);
  }

  function changedEndpoint(member: string, options: Options): unknown {
    const endpoint = currentMember(member) as unknown as RestEndpoint;
    const extended = endpoint.extend(options as never);
    nameMember(extended, endpoint.name, endpoint);
    return extended;
  }

  function currentMember(member: string): BaseEndpoint<never[], unknown> | undefined {
    return own(members as Members, member) as BaseEndpoint<never[], unknown> | undefined;
  }

  return resource as unknown as Extensible<M>;
}
