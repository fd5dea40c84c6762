import { UnknownNameError } from '../errors/UnknownNameError';
import type { Schema } from '../types/Schema';
import { schemaNamed } from './schemaNamed';

/**
 * The schema that an action names which went through JSON: a log is replayed in development.
 *
 * What reads such names is half as large as all that writes records, so production builds do without.
 *
 * @throws {UnknownNameError} when nothing of that name has been loaded; in production, always
 */
export const loggedSchema: (name: string) => Schema =
  process.env.NODE_ENV === 'production' ? notRead : schemaNamed;

function notRead(name: string): never {
  throw new UnknownNameError('schema', name);
}
