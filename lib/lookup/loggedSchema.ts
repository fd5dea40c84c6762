import { UnknownNameError } from '../errors/UnknownNameError';
import type { Schema } from '../types/Schema';
import { schemaNamed } from './schemaNamed';

/**
 * Finds the schema that a logged action names, to replay it in development.
 *
 * The code that reads such names is half as large as all that writes records, so production builds omit it.
 *
 * @throws {UnknownNameError} when no schema of that name is loaded; in production, always
 */
export const loggedSchema: (name: string) => Schema =
  process.env.NODE_ENV === 'production' ? notRead : schemaNamed;

function notRead(name: string): never {
  throw new UnknownNameError('schema', name);
}
