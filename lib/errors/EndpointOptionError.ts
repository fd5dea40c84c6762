import { RdcError } from './RdcError';

/** Thrown when an endpoint or a resource is defined with an option that cannot work. */
export class EndpointOptionError extends RdcError {
  override readonly name = 'EndpointOptionError';

  constructor(
    /** Which definition: an endpoint's or resource's name. */
    readonly definition: string,
    readonly option: string,
    problem: string,
    wayOut: string,
  ) {
    super('endpoint-option', `Cannot define ${definition}: option \`${option}\` ${problem}. ${wayOut}`);
  }
}
