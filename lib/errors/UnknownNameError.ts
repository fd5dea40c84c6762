import { RdcError } from './RdcError';

/** Reported when a log that went through JSON names a definition that this program does not have. */
export class UnknownNameError extends RdcError {
  declare readonly name: 'UnknownNameError';

  constructor(
    readonly kind: string,
    readonly missing: string,
  ) {
    super(
      'unknown-name',
      missing,
      process.env.NODE_ENV !== 'production' &&
        `Cannot replay an action: no ${kind} is named "${missing}". ` +
          (missing === 'rdc.Connection'
            ? 'Import Connection from rdc-toolkit/stream, and use it, so that no bundler leaves it out.'
            : 'Import the module that defines it before you replay the log, or restore the name.') +
          (kind === 'endpoint'
            ? ''
            : ' An entity is found through the endpoints, lists and queries that use it, or among the definitions of ' +
              'replayLog().'),
    );
  }
}
