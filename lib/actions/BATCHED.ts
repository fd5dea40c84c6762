import { SHOULD_AUTOBATCH } from '../plain/toolkit';

/** On the `meta` of an action: the store may notify subscribers a little later, together with the next action. */
export const BATCHED: { readonly [SHOULD_AUTOBATCH]: true } = { [SHOULD_AUTOBATCH]: true };
