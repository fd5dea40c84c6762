import { attempt } from '../plain/attempt';
import { getOrCreate, newMap } from '../plain/getOrCreate';
import { warnOnce } from '../plain/warnOnce';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import { schemaName } from './schemaName';

/** Whether two endpoints with one key read a response alike, so that one request serves both. */
export function mayShareResponse(a: EndpointInterface, b: EndpointInterface): boolean {
  if (a === b) return true;
  const schema = schemaOf(a);
  if (schemaName(schema) !== schemaName(schemaOf(b))) return false;
  // Without a schema, `process` decides. Functions of two renders, or of a hot update, have the same text.
  return schema !== undefined || String(processOf(a)) === String(processOf(b));
}

function processOf(endpoint: object): unknown {
  return (endpoint as { readonly process?: unknown }).process;
}

/** The endpoint that read each key first, by store, for the latest thousand keys. */
const readers = new WeakMap<object, Map<string, EndpointInterface>>();
const MAX_KEYS = 1_000;

/**
 * Warns in development when two endpoints store different responses under one key.
 *
 * Under the same name, the later definition replaces the earlier: that is hot reloading.
 */
export function warnOfSharedKey(store: object, endpoint: EndpointInterface, key: string): void {
  const byKey = getOrCreate(readers, store, newMap<string, EndpointInterface>) as Map<
    string,
    EndpointInterface
  >;
  const first = byKey.get(key) ?? endpoint;
  const isReplaced = first.name === endpoint.name;
  byKey.delete(key);
  byKey.set(key, isReplaced ? endpoint : first);
  const [oldest = ''] = byKey.keys();
  if (byKey.size > MAX_KEYS) byKey.delete(oldest);
  // A prefetched page has the key under which `getList` shows it.
  if (isReplaced || first.isPage || endpoint.isPage || mayShareResponse(first, endpoint)) return;
  warnOnce(
    `shared key ${first.name} ${endpoint.name}`,
    `${first.name} and ${endpoint.name} have the same key, ${key}, and make something else of its response: each ` +
      'takes the place of what the other one has stored, which then has to be fetched again. Give one of them a key of ' +
      `its own: key: (...args) => \`${endpoint.name} \${JSON.stringify(args)}\`, and testKey: key => ` +
      `key.startsWith('${endpoint.name} ').`,
  );
}

/** Endpoints that do not recognize a key of their own, with that key. */
const unmatchedKeys = new WeakMap<object, string>();

/** In development, notes an endpoint whose `testKey` rejects its own key, since only `url` or `key` was replaced. */
export function noteOwnKey(endpoint: EndpointInterface, key: string): void {
  if (attempt(() => endpoint.testKey?.(key)) === false) unmatchedKeys.set(endpoint, key);
}

/** Warns in development when an endpoint that tests the stored keys does not recognize its own. */
export function warnOfStrangeKeys(endpoint: object, method: string): void {
  const key = unmatchedKeys.get(endpoint);
  if (key === undefined) return;
  const { name } = endpoint as EndpointInterface;
  warnOnce(
    `strange key ${name}`,
    `controller.${method}() does not find the responses of ${name}: its testKey() does not know ${key}, a key of its own. ` +
      'What replaces url() or key() has to replace testKey(), too: testKey: key => key.startsWith(…). ' +
      'To put a host in front of every path, set urlPrefix instead.',
  );
}
