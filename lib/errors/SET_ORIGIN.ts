/** Stands for the name of an endpoint where data was given to `set`, so nothing was fetched. */
export const SET_ORIGIN = 'set()';
