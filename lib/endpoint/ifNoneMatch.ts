import { trace } from '../denormalize/denormalize';
import { someRecord } from '../denormalize/dependenciesOf';
import { argumentError } from '../errors/argumentError';
import { endpointOptionError } from '../errors/endpointOptionError';
import { warnOnce } from '../plain/warnOnce';
import { isListWriter } from '../schema/responseParts';
import { doubtsAmong } from '../selectors/doubtsAmong';
import { getCell } from '../tables/getCell';
import { type ConditionalHeaders, type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import { leftOf } from '../types/Freshness';
import { INVALID } from '../types/INVALID';

/**
 * Lets the server respond with 304 when nothing has changed: sends the `etag` that the endpoint's `meta` keeps as
 * `If-None-Match`.
 *
 * A 304 renews the freshness of the stored response and changes nothing else. The header is sent only while the stored
 * data is what that response wrote: not if another write has changed one of its records, nor if that is unknown.
 *
 * @example
 * ```ts
 * import { Entity, ifNoneMatch, RestEndpoint } from 'rdc-toolkit';
 *
 * class Todo extends Entity {
 *   id = '';
 *   static key = 'Todo';
 * }
 *
 * const getTodo = new RestEndpoint({
 *   path: '/todos/:id',
 *   schema: Todo,
 *   meta: response => ({ etag: response.headers.get('ETag') }),
 *   conditional: ifNoneMatch,
 * });
 * ```
 */
export const ifNoneMatch: ConditionalHeaders = (state, endpoint, args, key) => {
  if (process.env.NODE_ENV !== 'production') checkUse(endpoint);
  const cell = getCell(state.endpoints, key);
  // A concurrent mutation's write must not pass for what the response wrote.
  if (endpoint.sideEffect || state.mutating > 0) return undefined;
  // Once its list is refetched, the elements of an earlier page would not come back.
  if (endpoint.isPage) return undefined;
  const { etag } = (cell?.meta.head ?? {}) as { readonly etag?: unknown };
  if (cell?.value === undefined || cell.meta.invalidated !== undefined) return undefined;
  if (cell.meta.isOfPage || cell.meta.isUpdated) return undefined;
  if (typeof etag !== 'string') return undefined;
  const { value, memo } = trace(schemaOf(endpoint), cell.value, state, args);
  if (value === INVALID || doubtsAmong(state.doubts, memo) !== undefined) return undefined;
  const { fetchedAt, date } = cell.meta;
  const left = leftOf(cell.meta);
  const hasChanged = someRecord(memo, (kind, pk) => {
    const meta = getCell(state.entities[kind], pk)?.meta;
    if (meta === undefined) return true;
    // Restored records have no request numbers.
    const isRestored = leftOf(meta) === 0 && meta.fetchedAt > fetchedAt;
    // A list keeps its request number when a mutation or a message writes to it.
    return leftOf(meta) > left || meta.date > date || isRestored;
  });
  return hasChanged ? undefined : { 'If-None-Match': etag };
};

/**
 * Refuses uses that could never send the header.
 *
 * @throws {UsageError} when the endpoint keeps no ETag
 */
function checkUse(endpoint: EndpointInterface | undefined): void {
  if (endpoint === undefined)
    throw argumentError(
      'ifNoneMatch()',
      'it was called',
      'Pass it to an endpoint: conditional: ifNoneMatch.',
    );
  const { name, schema, sideEffect, meta } = endpoint as EndpointInterface & { readonly meta?: unknown };
  if (sideEffect) {
    // A creation inherits its list's options.
    if (isListWriter(schema)) return;
    const text = `${name} is a mutation, for which \`conditional: ifNoneMatch\` does nothing.`;
    warnOnce(`ifNoneMatch ${name}`, `${text} Leave it out, or send If-Match: conditional: undefined.`);
  } else if (meta === undefined) {
    const fix = "Add meta: response => ({ etag: response.headers.get('ETag') }).";
    throw endpointOptionError(
      name,
      'conditional',
      'is ifNoneMatch, and no `meta` keeps an ETag to send',
      fix,
    );
  }
}
