import { RdcError } from './RdcError';

/** Reported when a log that went through JSON uses a name of several definitions, and nothing else tells them apart. */
export class AmbiguousNameError extends RdcError {
  declare readonly name: 'AmbiguousNameError';

  constructor(
    readonly kind: string,
    readonly ambiguous: string,
  ) {
    super(
      'ambiguous-name',
      ambiguous,
      process.env.NODE_ENV !== 'production' &&
        `Cannot replay an action: more than one ${kind} is named "${ambiguous}". ` +
          (kind === 'endpoint'
            ? 'They fetch the same URL. Rename one of them: endpoint.extend({ name: ... }).'
            : 'Give one entity a different static key, or its list a separate endpoint.'),
    );
  }
}
