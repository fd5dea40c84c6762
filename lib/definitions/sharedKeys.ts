import { kept, newMap } from '../plain/kept';
import { warnOnce } from '../plain/warnOnce';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import { schemaName } from './schemaName';

/** Whether two endpoints with one key make the same of a response: then one request serves both. */
export function mayShareResponse(a: EndpointInterface, b: EndpointInterface): boolean {
  if (a === b) return true;
  const schema = schemaOf(a);
  if (schemaName(schema) !== schemaName(schemaOf(b))) return false;
  // Without a schema a response is all that is made of it. Functions of two renders, or of a hot update, read alike.
  return schema !== undefined || String(processOf(a)) === String(processOf(b));
}

function processOf(endpoint: object): unknown {
  return (endpoint as { readonly process?: unknown }).process;
}

/** Which endpoint has read each key first, by store: the latest thousand keys. */
const readers = new WeakMap<object, Map<string, EndpointInterface>>();
const MAX_KEYS = 1_000;

/**
 * Says in development that two endpoints store different responses under one key.
 *
 * Of one name the later definition replaces the earlier: that is hot reloading.
 */
export function warnOfSharedKey(store: object, endpoint: EndpointInterface, key: string): void {
  const byKey = kept(readers, store, newMap<string, EndpointInterface>) as Map<string, EndpointInterface>;
  const first = byKey.get(key) ?? endpoint;
  const isReplaced = first.name === endpoint.name;
  byKey.delete(key);
  byKey.set(key, isReplaced ? endpoint : first);
  const [oldest = ''] = byKey.keys();
  if (byKey.size > MAX_KEYS) byKey.delete(oldest);
  // A page that was fetched in advance has the key under which `getList` shows it.
  if (isReplaced || first.isPage || endpoint.isPage || mayShareResponse(first, endpoint)) return;
  warnOnce(
    `shared key ${first.name} ${endpoint.name}`,
    `${first.name} and ${endpoint.name} have the same key, ${key}, and make something else of its response: each ` +
      'takes the place of what the other one has stored, which then has to be fetched again. Give one of them a key of ' +
      `its own: key: (...args) => \`${endpoint.name} \${JSON.stringify(args)}\`.`,
  );
}
