import { argumentError } from '../../errors/argumentError';
import { describeValue } from '../../errors/describeValue';

/**
 * Checks that the function for a hook's arguments returned a list of them; for development.
 *
 * @throws {UsageError} with what it returned
 */
export function assertArgs(hook: string, args: unknown): void {
  if (Array.isArray(args)) return;
  const problem = `the function for arguments returned ${describeValue(args)}`;
  throw argumentError(
    `${hook}()`,
    problem,
    'Return a list of arguments: id => [{ id }], or [null] to send nothing.',
  );
}
