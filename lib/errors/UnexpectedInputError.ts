import { describeValue } from './describeValue';
import { RdcError } from './RdcError';
import { SET_ORIGIN } from './SET_ORIGIN';

/** Longest excerpt of a value that an error message shows, in characters. */
const EXCERPT_LENGTH = 80;

/** A value that does not have the shape of its schema. */
export interface UnexpectedInput {
  /** What the schema describes, such as `an array of Todo`; in production its name, such as `[Todo]`. */
  readonly expected: string;
  readonly received: unknown;
  /** Field or index of the value; `undefined` at the top. */
  readonly field: string | undefined;
  /** Name of the endpoint that was fetched. */
  readonly origin: string;
  /** Whether the app's `getOptimisticResponse` returned it. */
  readonly isOptimistic?: boolean;
}

/** Thrown while a response is normalized, when it does not have the shape of its schema. */
export class UnexpectedInputError extends RdcError {
  declare readonly name: 'UnexpectedInputError';

  constructor(readonly input: UnexpectedInput) {
    super(
      'unexpected-input',
      input.origin,
      process.env.NODE_ENV !== 'production' &&
        `Cannot store ${subject(input)}: expected ${input.expected}${place(input)}, ` +
          `received ${describe(input.received)}. ${fix(input)}`,
    );
  }
}

function subject({ origin, isOptimistic }: UnexpectedInput): string {
  if (origin === SET_ORIGIN) return 'the data passed to set()';
  return `the ${isOptimistic ? 'optimistic ' : ''}response of ${origin}`;
}

function place({ field, origin }: UnexpectedInput): string {
  if (field !== undefined) return ` as "${field}" in ${origin === SET_ORIGIN ? 'it' : 'the response'}`;
  return origin === SET_ORIGIN ? '' : ' as the response';
}

function fix({ expected, received, field, origin, isOptimistic }: UnexpectedInput): string {
  if (isOptimistic) return 'Return data in the shape of the schema from getOptimisticResponse().';
  if (origin === SET_ORIGIN) {
    return received === null
      ? 'To delete a record, pass new Invalidate(…) of its entity as the schema.'
      : 'Pass data in the shape of the schema, or another schema.';
  }
  if (received === null) {
    const empty = expected.startsWith('an array') ? 'Respond with [] where there is none' : 'Respond with it';
    return `${empty}, or return it from the endpoint's process().`;
  }
  const list = field === undefined && expected.startsWith('an array') ? fieldWithList(received) : undefined;
  if (list !== undefined) {
    return (
      `The list is in "${list}": declare that in the endpoint's schema, { ${list}: new Collection([...]) }, ` +
      `or return the list from the endpoint's process().`
    );
  }
  return `Fix the endpoint's schema, or reshape the response in the process() of the endpoint or the entity.`;
}

/** Responses often wrap their list, as in `{ results: [...], total: 3 }`. */
function fieldWithList(received: unknown): string | undefined {
  if (typeof received !== 'object' || received === null) return undefined;
  return Object.entries(received).find(([, value]) => Array.isArray(value))?.[0];
}

function describe(value: unknown): string {
  if (value === null) return 'nothing (null, or an empty body)';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    return `an object with the fields ${Object.keys(value).join(', ') || '(none)'}`.slice(0, EXCERPT_LENGTH);
  }
  const text = typeof value === 'string' ? JSON.stringify(value) : describeValue(value);
  return `the ${typeof value} ${text}`.slice(0, EXCERPT_LENGTH);
}
