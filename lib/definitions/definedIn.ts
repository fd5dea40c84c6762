const stacks = new WeakMap<object, Error>();

/** In development, notes where an endpoint is defined, so that a test can import that module. */
export function noteDefinition(endpoint: object): void {
  stacks.set(endpoint, new Error('Defined here.'));
}

/** The stack at the definition of an endpoint; `undefined` in production. */
export function stackOf(endpoint: object): string | undefined {
  return stacks.get(endpoint)?.stack;
}
