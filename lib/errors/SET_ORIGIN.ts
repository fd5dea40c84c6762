/** Stands for the name of an endpoint where data was given to `set`, so that nothing was asked for. */
export const SET_ORIGIN = 'set()';
