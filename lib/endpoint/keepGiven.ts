import { isEmpty } from '../plain/isEmpty';
import { known } from '../plain/known';

/**
 * An endpoint on which options that were given stay as they are.
 *
 * Fields of a subclass are set when the constructor of its base has returned, and
 * would replace them: `class Api extends RestEndpoint { urlPrefix = '/v1' }` is a
 * default, `new Api({ urlPrefix: '/v2', ... })` says otherwise. Nothing but a proxy
 * sees a field being set, compiled either as a definition or as an assignment.
 */
export function keepGiven<E extends object>(endpoint: E, given: object): E {
  const kept = known(given);
  if (isEmpty(kept)) return endpoint;
  return new Proxy(endpoint, {
    defineProperty: (target, name, descriptor) =>
      Object.hasOwn(kept, name) || Reflect.defineProperty(target, name, descriptor),
  });
}
