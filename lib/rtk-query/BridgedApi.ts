import type {
  Api,
  BaseQueryFn,
  CoreModule,
  EndpointDefinitions,
  MutationDefinition,
  QueryDefinition,
} from '@reduxjs/toolkit/query';
import type { reactHooksModuleName } from '@reduxjs/toolkit/query/react';
import type { Denormalized } from '../types/Denormalized';

/** What `bridgeApi` takes: schemas by endpoint name. */
export type EndpointSchemas<Definitions> = { readonly [Name in keyof Definitions]?: unknown };

/** An API made by `createApi` of `@reduxjs/toolkit/query/react`. */
export type ApiWithHooks<
  BaseQuery extends BaseQueryFn,
  Definitions extends EndpointDefinitions,
  ReducerPath extends string,
  TagTypes extends string,
> = Api<BaseQuery, Definitions, ReducerPath, TagTypes, CoreModule | typeof reactHooksModuleName>;

/** The definition of an endpoint, with the data of a schema. */
type WithData<Definition, S> =
  Definition extends QueryDefinition<infer Arg, infer Base, infer Tags, infer _Data, infer Path>
    ? QueryDefinition<Arg, Base, Tags, Denormalized<S>, Path>
    : Definition extends MutationDefinition<infer Arg, infer Base, infer Tags, infer _Data, infer Path>
      ? MutationDefinition<Arg, Base, Tags, Denormalized<S>, Path>
      : Definition;

type BridgedDefinitions<Definitions, Schemas> = {
  [Name in keyof Definitions]: Name extends keyof Schemas
    ? WithData<Definitions[Name], Schemas[Name]>
    : Definitions[Name];
};

/** One type with the hooks of another. */
type WithHooks<Own, Other> = Omit<Own, `use${string}`> & Pick<Other, Extract<keyof Other, `use${string}`>>;

/**
 * An RTK Query API whose hooks give records of the store.
 *
 * All other members, including `initiate` and `select`, are RTK Query's.
 */
export type BridgedApi<
  BaseQuery extends BaseQueryFn,
  Definitions extends EndpointDefinitions,
  ReducerPath extends string,
  TagTypes extends string,
  Schemas,
> =
  BridgedDefinitions<Definitions, Schemas> extends infer Laid extends EndpointDefinitions
    ? Bridged<
        ApiWithHooks<BaseQuery, Definitions, ReducerPath, TagTypes>,
        ApiWithHooks<BaseQuery, Laid, ReducerPath, TagTypes>
      >
    : never;

type Bridged<Own, Laid> = WithHooks<Omit<Own, 'endpoints'>, Laid> & {
  readonly endpoints: WithHooksOfEach<EndpointsOf<Own>, EndpointsOf<Laid>>;
};

type EndpointsOf<Own> = Own extends { readonly endpoints: infer Endpoints } ? Endpoints : never;

type WithHooksOfEach<Own, Laid> = {
  readonly [Name in keyof Own]: Name extends keyof Laid ? WithHooks<Own[Name], Laid[Name]> : Own[Name];
};
