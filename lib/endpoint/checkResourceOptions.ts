import { EndpointOptionError } from '../errors/EndpointOptionError';
import { parsePath } from '../url/PathTemplate';
import type { ResourceOptions } from './ResourceOptions';

const KNOWN: Readonly<Record<keyof ResourceOptions, true>> = {
  path: true,
  schema: true,
  urlPrefix: true,
  body: true,
  searchParams: true,
  paginationField: true,
  optimistic: true,
  Endpoint: true,
  Collection: true,
  nonFilterArgumentKeys: true,
  dataExpiryLength: true,
  errorExpiryLength: true,
  errorPolicy: true,
  invalidIfStale: true,
  pollFrequency: true,
};

/**
 * Finds what cannot work while a resource is being defined.
 *
 * @throws {EndpointOptionError} naming the option and what to write in its place
 */
export function checkResourceOptions(options: ResourceOptions): void {
  const refuse = (option: string, problem: string, wayOut: string) => {
    throw new EndpointOptionError(`resource(${JSON.stringify(options.path)})`, option, problem, wayOut);
  };
  for (const option of Object.keys(options)) {
    if (!Object.hasOwn(KNOWN, option)) refuse(option, 'does not exist', insteadOf(option));
  }
  if (typeof options.path !== 'string' || parsePath(options.path).names.length === 0) {
    const problem = 'has no parameter, so that a record and its list would have one address';
    refuse('path', problem, "Name the record's key in it: path: '/todos/:id'.");
  }
  if (options.schema === undefined || options.schema === null) {
    refuse('schema', 'is missing', 'Add the class of the record: schema: Todo.');
  }
}

function insteadOf(option: string): string {
  const meant = Object.keys(KNOWN).find(known => known.toLowerCase() === option.toLowerCase());
  if (meant !== undefined) return `It is spelled \`${meant}\`.`;
  return (
    `The options are ${Object.keys(KNOWN).join(', ')}. What concerns one member goes to extend: ` +
    `resource(...).extend({ get: { ${option}: ... } }); what concerns all, into a class given as \`Endpoint\`.`
  );
}
