import { UsageError } from './UsageError';

/**
 * Error for an entity class without a required part.
 *
 * @param problem What is wrong with the class, as a clause.
 * @param fix What to write instead, as sentences.
 */
export function entityDefinitionError(
  className: string,
  problem: string,
  fix: string,
  options?: ErrorOptions,
): UsageError {
  const about = className || '(unnamed class)';
  return new UsageError(
    'entity-definition',
    about,
    process.env.NODE_ENV !== 'production' && `Cannot use the entity ${about}: ${problem}. ${fix}`,
    options,
  );
}
