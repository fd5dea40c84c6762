import { RdcError } from './RdcError';

/** Longest excerpt of a value that an error message shows, in characters. */
const EXCERPT_LENGTH = 80;

/** Where a value had not the shape that its schema says. */
export interface UnexpectedInput {
  /** What the schema describes, such as `an array of Todo`. */
  readonly expected: string;
  readonly received: unknown;
  /** Field or index under which the value stood; `undefined` at the top. */
  readonly field: string | undefined;
  /** Name of the endpoint that asked. */
  readonly origin: string;
}

/** Thrown while a response is normalized, when it has not the shape that its schema says. */
export class UnexpectedInputError extends RdcError {
  override readonly name = 'UnexpectedInputError';

  constructor(readonly input: UnexpectedInput) {
    const place = input.field === undefined ? 'the response' : `"${input.field}" in the response`;
    super(
      'unexpected-input',
      `Cannot store the answer of ${input.origin}: expected ${input.expected} as ${place}, ` +
        `received ${describe(input.received)}. Mend the endpoint's schema, or bring the response ` +
        `into its shape with the endpoint's or the entity's process().`,
    );
  }
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    return `an object with the fields ${Object.keys(value).join(', ') || '(none)'}`.slice(0, EXCERPT_LENGTH);
  }
  return `the ${typeof value} ${JSON.stringify(value)}`.slice(0, EXCERPT_LENGTH);
}
