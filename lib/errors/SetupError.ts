import { RdcError } from './RdcError';

/** Thrown when a store lacks a part of the set-up; the message has the line to add. */
export class SetupError extends RdcError {
  override readonly name = 'SetupError';

  constructor(problem: string, wayOut: string) {
    super('setup', `${problem} ${wayOut}`);
  }
}
