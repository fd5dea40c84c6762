import { RdcError } from './RdcError';

/** Longest excerpt of a body that an error message shows, in characters. */
const EXCERPT_LENGTH = 80;

/** Rejects a request that was answered with something else than the JSON that its endpoint expects. */
export class UnexpectedContentError extends RdcError {
  override readonly name = 'UnexpectedContentError';
  readonly status: number;

  constructor(
    readonly request: string,
    readonly response: Response,
    /** The body as text. */
    readonly body: string,
  ) {
    const type = response.headers.get('content-type') ?? 'no content type';
    const received = /json/i.test(type) ? `${type} that cannot be parsed` : type;
    const excerpt = body.length > EXCERPT_LENGTH ? `${body.slice(0, EXCERPT_LENGTH)}…` : body;
    super(
      'unexpected-content',
      `Expected JSON from ${request}, received ${received}: ${JSON.stringify(excerpt)}. ` +
        `Check the address, or set \`content\` on the endpoint if this is what it answers.`,
    );
    this.status = response.status;
  }
}
