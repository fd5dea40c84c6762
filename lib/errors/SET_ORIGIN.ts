/** Replaces the name of an endpoint when data was given to `set`, so nothing was fetched. */
export const SET_ORIGIN = 'set()';
