/**
 * Which of the given names does nothing read? Each gets a type that names it, which the compiler shows.
 *
 * For a parameter with an inferred type: TypeScript itself finds unknown names only in others. In a generic
 * function nothing is known yet, so nothing is rejected. It compares names, not the objects that have them: the
 * result for two resources with the same options is computed once.
 */
export type NoUnknown<Given, Known> = [HasUnknown<Given, Known>] extends ['yes']
  ? { readonly [Name in Exclude<Given, Known> & string]: NoSuchOption<Name> }
  : unknown;

/** The order matters: for a type parameter, which may be anything, the compiler must find `'no'`. */
type HasUnknown<Given, Known> = [Given] extends [Known] ? 'no' : string extends Given ? 'no' : 'yes';

/** The type of an option that does not exist. Not a literal: one that equals a given one would make options `never`. */
interface NoSuchOption<Name extends string> {
  readonly '~unknown': Name;
}
