/** The `type` of each action. */
export const actionTypes = {
  FETCH: 'rdc/fetch',
  SET: 'rdc/set',
  SET_RESPONSE: 'rdc/setresponse',
  RESET: 'rdc/reset',
  SUBSCRIBE: 'rdc/subscribe',
  UNSUBSCRIBE: 'rdc/unsubscribe',
  INVALIDATE: 'rdc/invalidate',
  INVALIDATEALL: 'rdc/invalidateall',
  EXPIREALL: 'rdc/expireall',
  GC: 'rdc/gc',
  HYDRATE: 'rdc/hydrate',
} as const;
