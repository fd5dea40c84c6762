import type { ElementOf } from '../schema/Collection';
import type { CollectionWriter } from '../schema/collectionWriter';
import type { EntityFields } from '../schema/EntityClass';
import type { Denormalized, SchemaOf } from '../types/Denormalized';
import type { InputOf } from '../types/StandardSchema';
import type { PartialBody } from './partialBody';
import type { Flat, SearchOf } from './RestArgs';
import type { RestOptions } from './RestOptions';

/** The members by which a list's endpoint writes to its list. */
export type ListMember = 'push' | 'unshift' | 'assign' | 'remove' | 'move';

/** The option of that name; `undefined` when it is not given. */
type Option<Options, Name extends string> = Options extends { readonly [Key in Name]: infer Value }
  ? Value
  : undefined;

/** The collection that a list's schema is, or holds. */
type CollectionIn<S> = S extends {
  readonly schema: infer Contents;
  readonly push: unknown;
  readonly move: unknown;
}
  ? Contents
  : S extends SchemaOf<unknown>
    ? never
    : S extends object
      ? { [Field in keyof S]: CollectionIn<S[Field]> }[keyof S]
      : never;

/** What does a write to the list give? One element, or of a map the entries. */
type WrittenBy<Options, Member extends ListMember> = Member extends 'assign'
  ? Denormalized<CollectionIn<Option<Options, 'schema'>>>
  : ElementOf<CollectionIn<Option<Options, 'schema'>>>;

type SentBody<Options> = Options extends { readonly body: infer Body }
  ? Body
  : Partial<EntityFields<ElementOf<CollectionIn<Option<Options, 'schema'>>>>>;

/** Options of an endpoint that puts new elements into its list. */
export type CreationOptions<Options extends RestOptions, Member extends ListMember> = {
  readonly path: Options['path'];
  readonly method: 'POST';
  readonly searchParams: Option<Options, 'searchParams'>;
  readonly body: SentBody<Options>;
  readonly schema: CollectionWriter<WrittenBy<Options, Member>>;
} extends infer Shown extends RestOptions
  ? { readonly [Name in keyof Shown]: Shown[Name] }
  : never;

/** Options of an endpoint that takes an element to other lists. */
export type MoveOptions<Options extends RestOptions> = {
  readonly path: Options extends { readonly movePath: infer Path extends string } ? Path : Options['path'];
  readonly method: 'PATCH';
  readonly body: PartialBody<SentBody<Options>>;
  readonly schema: CollectionWriter<WrittenBy<Options, 'move'>>;
} extends infer Shown extends RestOptions
  ? { readonly [Name in keyof Shown]: Shown[Name] }
  : never;

/** Options of an endpoint that fetches one page and adds it to its list. */
export type PageOptions<Options extends RestOptions> = {
  readonly path: Options['path'];
  readonly method: 'GET';
  readonly searchParams: SearchWithPage<
    InputOf<Option<Options, 'searchParams'>>,
    Option<Options, 'paginationField'>
  >;
  readonly schema: PageSchema<Option<Options, 'schema'>>;
} extends infer Shown extends RestOptions
  ? { readonly [Name in keyof Shown]: Shown[Name] }
  : never;

type SearchWithPage<Search, Field> = Flat<
  ([Search] extends [undefined] ? unknown : SearchOf<Search>) & {
    [Name in Field & string]: string | number;
  }
>;

/** Options of an endpoint that fetches one page, which `Params` name, and adds it to its list. */
export type PagedOptions<Options extends RestOptions, Params> = {
  readonly path: Options['path'];
  readonly method: 'GET';
  readonly searchParams: Params;
  readonly schema: PageSchema<Option<Options, 'schema'>>;
} extends infer Shown extends RestOptions
  ? { readonly [Name in keyof Shown]: Shown[Name] }
  : never;

/** A list's schema with pages in place of the list. */
export type PageSchema<S> = S extends {
  readonly schema: infer Contents;
  readonly push: unknown;
  readonly move: unknown;
}
  ? CollectionWriter<Denormalized<Contents>>
  : S extends SchemaOf<unknown>
    ? S
    : S extends object
      ? { readonly [Field in keyof S]: PageSchema<S[Field]> }
      : S;
