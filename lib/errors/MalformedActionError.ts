import { describeValue } from './describeValue';
import { RdcError } from './RdcError';

/** Reported when an action lacks fields of its type, as in a log that was edited or truncated. */
export class MalformedActionError extends RdcError {
  declare readonly name: 'MalformedActionError';

  /**
   * @param type the action's type
   * @param key the key of its request, if it has one
   * @param field the wrong field, as a path
   * @param value its value
   * @param expected what it should be
   */
  constructor(
    readonly type: string,
    readonly key: unknown,
    readonly field: string,
    readonly value: unknown,
    readonly expected: string,
  ) {
    const request = typeof key === 'string' ? ` of ${describeValue(key)}` : '';
    super(
      'malformed-action',
      `${type} ${field}`,
      process.env.NODE_ENV !== 'production' &&
        `Cannot apply ${type}${request}: its ${field} is ${describeValue(value)}, expected ${expected}. ` +
          `The action was ignored. ${field.endsWith('fetchedAt') ? CLOCK : CREATORS}`,
    );
  }
}

const CREATORS = 'Create actions with the creators in `actions`, and replay logs unmodified.';
const CLOCK =
  'Look at Date.now(): a mock of it may be reset. Otherwise create actions with the creators in `actions`.';
