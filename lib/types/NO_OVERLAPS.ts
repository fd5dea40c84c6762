import type { Overlaps } from './State';

/** Nothing that a request in flight could overlap with. */
export const NO_OVERLAPS: Overlaps = Object.freeze({});
