/**
 * An endpoint on which options that were given stay as they are.
 *
 * Fields of a subclass are set when the constructor of its base has returned, and
 * would replace them: `class Api extends RestEndpoint { urlPrefix = '/v1' }` is a
 * default, `new Api({ urlPrefix: '/v2', ... })` says otherwise. Nothing but a proxy
 * sees a field being set, compiled either as a definition or as an assignment.
 */
export function keepGiven<E extends object>(endpoint: E, given: object): E {
  const kept = new Set(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name])));
  if (kept.size === 0) return endpoint;
  return new Proxy(endpoint, {
    defineProperty: (target, name, descriptor) =>
      kept.has(name as string) || Reflect.defineProperty(target, name, descriptor),
  });
}
