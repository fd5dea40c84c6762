import { endpointOptionError } from '../errors/endpointOptionError';

/** What of an endpoint tells whether a schema finds data in its responses. */
interface Reader {
  readonly content?: string | undefined;
  readonly schema?: unknown;
  readonly process: unknown;
  readonly parseResponse: unknown;
}

/**
 * Refuses a body that is not read as JSON under a schema, unless something turns it into data; for development.
 *
 * @param usual how endpoints read responses by default
 * @throws {UsageError} naming the option
 */
export function checkContent(endpoint: Reader, definition: string, usual: Reader): void {
  const { content, schema, process, parseResponse } = endpoint;
  const isRead = content === undefined || content === 'json' || schema === undefined;
  if (isRead || process !== usual.process || parseResponse !== usual.parseResponse) return;
  throw endpointOptionError(
    definition,
    'content',
    `is '${content}', where \`schema\` finds no data`,
    'Turn the body into data with `process`, or omit `schema` (when extending an endpoint, pass schema: undefined).',
  );
}
