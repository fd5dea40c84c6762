/** Which member of a type tells a resource from an endpoint, since both have `extend`: the compiler shows it as the reason. */
export interface OfResource {
  /** Only a type: nothing stands here when the program runs. */
  readonly '~of': 'a resource: pass one of its endpoints, such as TodoResource.get';
}

/**
 * Where an endpoint is expected, this comes before all that an endpoint has.
 *
 * A resource in its place is then named as what it is, not by the forty members that it lacks.
 */
export interface NotAResource {
  readonly extend?: OfEndpoint;
  // One member that everything has: the compiler wants one in common with a type whose members are all optional.
  toString(): string;
}

interface OfEndpoint {
  readonly '~of'?: 'an endpoint';
  toString(): string;
}
