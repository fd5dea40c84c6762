/** Which member tells a resource from an endpoint, since both have `extend`? The compiler shows it as the reason. */
export interface OfResource {
  /** Only a type: has no value at run time. */
  readonly '~of': 'a resource: pass one of its endpoints, such as TodoResource.get';
}

/**
 * Where an endpoint is expected, this comes before all its members.
 *
 * The error for a resource then says so, rather than list the forty members that it lacks.
 */
export interface NotAResource {
  readonly extend?: OfEndpoint;
  // A member that everything has: types whose members are all optional need one in common with the argument.
  toString(): string;
}

interface OfEndpoint {
  readonly '~of'?: 'an endpoint';
  toString(): string;
}
