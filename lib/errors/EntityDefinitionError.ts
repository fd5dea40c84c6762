import { RdcError } from './RdcError';

/** Thrown when an entity class is first used, if it lacks what every entity needs. */
export class EntityDefinitionError extends RdcError {
  override readonly name = 'EntityDefinitionError';

  constructor(
    readonly className: string,
    problem: string,
    wayOut: string,
  ) {
    super(
      'entity-definition',
      `Cannot use the entity ${className || '(unnamed class)'}: ${problem}. ${wayOut}`,
    );
  }
}
