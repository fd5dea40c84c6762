import { UnexpectedContentError } from '../errors/UnexpectedContentError';
import type { Content } from './HttpOptions';
import { withNoResponseStatus } from './noResponseStatus';

const JSON_TYPE = /^(application|text)\/([\w.-]+\+)?json\b/i;
const TEXT_TYPE = /^text\/|\b(xml|javascript|ecmascript|yaml|graphql|sql|www-form-urlencoded)\b/i;

/** Statuses whose responses never have a body. */
const NO_CONTENT = new Set([204, 205, 304]);

/** The members of an endpoint that decide how to read the body of a response. */
export interface BodyReader {
  readonly content: Content | undefined;
  readonly method: string;
  readonly schema?: unknown;
}

/**
 * The body of a response; `null` when it has none.
 *
 * @throws {UnexpectedContentError} when JSON is expected and the response is something else
 */
export async function readBody(
  response: Response,
  { content, method, schema }: BodyReader,
): Promise<unknown> {
  // A schema needs JSON.
  const expectsJson = schema !== undefined;
  if (NO_CONTENT.has(response.status)) return null;
  const format = content ?? contentOf(response, expectsJson);
  if (format === 'stream') return response.body;
  const isBinary = format === 'blob' || format === 'arrayBuffer';
  const body = await withNoResponseStatus<unknown>(response[isBinary ? format : 'text']());
  if (format !== 'json') return body;
  const text = body as string;
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    // Neither the endpoint nor the response declares a content type.
    if (content === undefined && !expectsJson && typeOf(response) === '') return text;
    // For a deletion, a message such as "deleted" counts as empty. A document does not: a proxy or web server sends it
    // instead.
    if (expectsJson && method === 'DELETE' && !/^\s*</.test(text)) return null;
    throw new UnexpectedContentError(`${method} ${response.url}`, response, text);
  }
}

/** The body of a failed response, as far as it can be read. */
export async function readFailure(response: Response): Promise<unknown> {
  // The failure itself matters more than a body that breaks off.
  const text = await response.text().catch(() => '');
  try {
    return JSON_TYPE.test(typeOf(response)) ? JSON.parse(text) : text || undefined;
  } catch {
    return text || undefined;
  }
}

function contentOf(response: Response, expectsJson: boolean): Content {
  const type = typeOf(response);
  if (expectsJson || JSON_TYPE.test(type) || type === '') return 'json';
  return TEXT_TYPE.test(type) ? 'text' : 'blob';
}

function typeOf({ headers }: Response): string {
  return headers.get('content-type') ?? '';
}
