/**
 * Which of the names that were given does nothing read? Each gets a type that names it, which the compiler shows.
 *
 * For a parameter whose type is inferred: TypeScript itself looks for unknown names only where it is not. In a
 * function that is generic itself nothing is known yet, and nothing is refused. Of names, not of what has them:
 * two resources with the same options are worked out once.
 */
export type NoUnknown<Given, Known> = [HasUnknown<Given, Known>] extends ['yes']
  ? { readonly [Name in Exclude<Given, Known> & string]: NoSuchOption<Name> }
  : unknown;

/** The order matters: of a type parameter, which may be anything, the compiler has to find `'no'`. */
type HasUnknown<Given, Known> = [Given] extends [Known] ? 'no' : string extends Given ? 'no' : 'yes';

/** The type of an option that does not exist. No literal: with one that was given it would make `never` of all options. */
interface NoSuchOption<Name extends string> {
  readonly '~unknown': Name;
}
