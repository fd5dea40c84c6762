/** The errors that hooks have thrown because a request had failed. */
const failures = new WeakSet<object>();

/** Marks the error of a failed request, to be thrown while rendering. */
export function requestFailure<E>(error: E): E {
  if (typeof error === 'object' && error !== null) failures.add(error);
  return error;
}

/**
 * Whether something thrown while rendering is the failure of a request.
 *
 * Errors with an HTTP status are, wherever they were thrown; mistakes in the app's
 * own code, in arguments or in the set-up of the store are not.
 */
export function isRequestFailure(thrown: unknown): thrown is Error {
  return typeof thrown === 'object' && thrown !== null && (failures.has(thrown) || 'status' in thrown);
}
