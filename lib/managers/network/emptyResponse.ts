import { filterFields } from '../../plain/filterFields';
import { isPlainObject } from '../../plain/isPlainObject';
import { reportError } from '../../plain/reportError';
import { toPlain } from '../../plain/toPlain';
import { warnOnce } from '../../plain/warnOnce';
import { addressedRecord, keyMadeBy, ofAddressed } from '../../schema/addressedRecord';
import { keyIn } from '../../schema/keyByArguments';
import {
  elementIn,
  entitiesIn,
  entityIn,
  isListWriter,
  isNameless,
  isRemoval,
} from '../../schema/responseParts';
import { shownResponse } from '../../selectors/optimisticLayer';
import { ABORT } from '../../selectors/snapshotOf';
import { getCell } from '../../tables/getCell';
import type { EndpointInterface } from '../../types/EndpointInterface';
import type { DataState, Deleted, Entities, EntityRow } from '../../types/State';
import { updateOf } from '../../types/updateOf';

/**
 * The response of a mutation to which the server sends no body, as with 204.
 *
 * The mutation succeeded. So its optimistic update stays, computed again from what is confirmed by now; without one,
 * the response is what the endpoint says about an empty response.
 *
 * @returns `null` if there is neither: only a server can give a new record its key.
 */
export function emptyResponse(
  state: DataState,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  requestId: string,
): unknown {
  const update = updateOf(state, requestId);
  if (update !== undefined && endpoint.getOptimisticResponse !== undefined) {
    try {
      const { response } = shownResponse(state, endpoint, args, update.fetchedAt);
      if (response !== ABORT)
        return isNameless(endpoint.schema, response, args)
          ? null
          : withoutDeleted(state, endpoint, args, response);
    } catch (error) {
      reportError(error);
      return null;
    }
  }
  if (endpoint.whenEmpty === undefined && isRemoval(elementIn(endpoint.schema)))
    return removalParams(endpoint, args, state.entities);
  return ofAddressed(endpoint, args, toPlain(endpoint.whenEmpty?.(...args)), state.entities) ?? null;
}

/** Keeps the records that are not known to be deleted: without a body nothing says that the server has found them. */
function withoutDeleted(
  { entities, deleted }: DataState,
  { schema }: EndpointInterface,
  args: readonly unknown[],
  response: unknown,
): unknown {
  const kinds = entitiesIn(schema);
  if (!Array.isArray(response) || kinds.length === 0 || isListWriter(schema)) return response;
  return response.filter(row => {
    const isIn = (tables: Entities | Deleted) =>
      kinds.some(kind => getCell<unknown, unknown>(tables[kind.key], keyIn(kind, row, args) ?? String(row)));
    return isIn(entities) || !isIn(deleted);
  });
}

/** A removal removes the record that its arguments name: in `/users/:id/avatar` none, since that `id` is the user's. */
function removalParams(endpoint: EndpointInterface, args: readonly unknown[], entities: Entities): unknown {
  const [params] = args;
  const record = addressedRecord(endpoint, args, entities);
  const { last, parents = [] } = (isPlainObject(params) && endpoint.paramRoles?.(params)) || {};
  const entity = entityIn(endpoint.schema, record);
  // A DELETE deletes what the end of its path names, not the parent.
  const isOfParent = () =>
    endpoint.method === 'DELETE' &&
    last === undefined &&
    parents.length > 0 &&
    entity !== undefined &&
    keyMadeBy(
      entity,
      filterFields(params as EntityRow, name => parents.includes(name)),
      args,
    ) === record?.pk;
  if (record !== undefined && !isOfParent()) return toPlain(params);
  if (process.env.NODE_ENV !== 'production')
    warnOnce(
      `nothing removed ${endpoint.name}`,
      `An empty response to ${endpoint.name} removed nothing from the store: its arguments do not say which record ` +
        'was deleted. Respond with its key, or say it: whenEmpty: ({ id }) => ({ id }); of several in an array, the keys ' +
        'of all: whenEmpty: ({ ids }) => ids.',
    );
  return null;
}
