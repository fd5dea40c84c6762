import { isError } from './isError';
import { isObject } from './isObject';
import type { PlainError } from './PlainError';
import { toPlain } from './toPlain';
import { withoutUndefined } from './withoutUndefined';

/**
 * An error as plain data.
 *
 * Takes only `name`, `message`, `status`, `code` and `data` from the error:
 * requests and headers stay out of the log.
 */
export function toPlainError(error: unknown): PlainError {
  const plain = fieldsOf(error);
  if (isError(error)) originals.set(plain, error);
  return plain;
}

/** The original errors of the plain ones that this process made. */
const originals = new WeakMap<PlainError, Error>();

/**
 * A real `Error` again, to throw or return: the original if it occurred in this
 * process, and the same object each time.
 */
export function toLiveError(plain: PlainError): Error {
  const original = originals.get(plain);
  if (original !== undefined) return original;
  const restored = Object.assign(new Error(plain.message), plain);
  originals.set(plain, restored);
  return restored;
}

function fieldsOf(error: unknown): PlainError {
  if (!isObject(error)) return { name: 'Error', message: String(error) };
  const { name, message, status, code, data } = error as Readonly<Record<string, unknown>>;
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : String(message ?? name ?? 'Unknown error'),
    ...withoutUndefined({
      status: typeof status === 'number' ? status : undefined,
      code: typeof code === 'string' ? code : undefined,
      data: toPlain(data),
    }),
  };
}
