import type { Snapshot } from '../selectors/snapshotOf';
import type { Schema } from '../types/Schema';
import { isSentAsItIs } from './requestBody';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The optimistic responses of the members of a resource.
 *
 * An update is shown only on a stored record; other fields keep their values.
 */
export const optimisticResponses = {
  change:
    (schema: unknown) =>
    (snapshot: Snapshot, params: Fields, body: unknown): Fields => {
      if (snapshot.get(schema as Schema & object, params) === undefined) throw snapshot.abort;
      return acceptedUpdate(params, body);
    },
  create: (_snapshot: Snapshot, ...args: readonly unknown[]): Fields => {
    const [params, body] = args.length < 2 ? [{}, args[0]] : args;
    return acceptedUpdate(params as Fields, body);
  },
  remove: (_snapshot: Snapshot, params: Fields): Fields => params,
};

/** What an update has brought to which the server responds with nothing: its body was accepted. */
export function acceptedUpdate(params: Fields, body: unknown): Fields {
  return { ...params, ...fieldsOf(body) };
}

/** The fields of a body; of a form its entries. Text, lists and files have none. */
function fieldsOf(body: unknown): Fields {
  if (body instanceof FormData || body instanceof URLSearchParams) return Object.fromEntries(body);
  return isSentAsItIs(body) || Array.isArray(body) ? {} : (body as Fields);
}
