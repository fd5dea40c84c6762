import { RdcError } from './RdcError';

/** Reported when a log that went through JSON uses a name that two definitions have. */
export class AmbiguousNameError extends RdcError {
  override readonly name = 'AmbiguousNameError';

  constructor(
    readonly kind: string,
    readonly ambiguous: string,
  ) {
    super(
      'ambiguous-name',
      ambiguous,
      process.env.NODE_ENV !== 'production' &&
        `Cannot replay an action: more than one ${kind} is named "${ambiguous}". ` +
          `Give each ${kind} a \`name\` of its own.`,
    );
  }
}
