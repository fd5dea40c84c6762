import { RdcError } from './RdcError';

/** Longest excerpt of a body that an error message shows, in characters. */
const EXCERPT_LENGTH = 80;

/** Rejects a request whose response is not the JSON that its endpoint expects. */
export class UnexpectedContentError extends RdcError {
  declare readonly name: 'UnexpectedContentError';
  readonly status: number;

  /**
   * @param request method and URL
   * @param response the response; its body has been read
   * @param body the body as text
   * @param expected what was expected
   */
  constructor(
    readonly request: string,
    readonly response: Response,
    readonly body: string,
    expected = 'JSON',
  ) {
    super(
      'unexpected-content',
      request,
      process.env.NODE_ENV !== 'production' && textOf(request, response, body, expected),
    );
    this.status = response.status;
  }
}

function textOf(request: string, response: Response, body: string, expected: string): string {
  const type = response.headers.get('content-type') ?? 'no content type';
  const received = expected === 'JSON' && /json/i.test(type) ? `${type} that cannot be parsed` : type;
  const excerpt = body.length > EXCERPT_LENGTH ? `${body.slice(0, EXCERPT_LENGTH)}…` : body;
  return (
    `Expected ${expected} from ${request}, received ${received}: ${JSON.stringify(excerpt)}. ` +
    (expected === 'JSON'
      ? 'Check the address, or set `content` on the endpoint if this is what the server sends.'
      : 'Check the address.')
  );
}
