import { endpointOptionError } from '../errors/endpointOptionError';

/** The members that decide whether a schema finds data in the responses. */
interface Reader {
  readonly content?: string | undefined;
  readonly schema?: unknown;
  readonly process: unknown;
  readonly parseResponse: unknown;
}

/**
 * For development: refuses a non-JSON `content` with a schema, unless something turns the body into data.
 *
 * @param defaults holds the default `process` and `parseResponse`
 * @throws {UsageError} naming the option
 */
export function checkContent(endpoint: Reader, definition: string, defaults: Reader): void {
  const { content, schema, process, parseResponse } = endpoint;
  const isRead = content === undefined || content === 'json' || schema === undefined;
  if (isRead || process !== defaults.process || parseResponse !== defaults.parseResponse) return;
  throw endpointOptionError(
    definition,
    'content',
    `is '${content}', where \`schema\` finds no data`,
    'Turn the body into data with `process`, or omit `schema` (when extending an endpoint, pass schema: undefined).',
  );
}
