import { candidates } from './candidates';

/** Entities by key: several classes can have the same one, a subclass that inherits it for example. */
export const entities = candidates();
