import { candidates } from './candidates';

/** Entities by key: several classes can share one, for example a subclass that inherits it. */
export const entities = candidates();
