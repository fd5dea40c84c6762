import { isObject } from '../plain/isObject';
import type { EndpointInterface } from '../types/EndpointInterface';
import { turnOf } from './candidates';
import { endpointsNamed } from './registry';
import { word } from './word';

/** Where a schema hangs among the definitions. */
interface Place {
  readonly endpoint: EndpointInterface;
  /** The members that lead from the endpoint to the schema. */
  readonly path: readonly string[];
}

const places = new WeakMap<object, Place>();

/** Endpoints in whose place others have stepped: their names lead to those. */
const superseded = new WeakSet<EndpointInterface>();

/** Notes that a schema is found at an endpoint; the first such place stays. */
export function notePlace(schema: object, endpoint: EndpointInterface, path: readonly string[]): void {
  if (placeOf(schema) === undefined) places.set(schema, { endpoint, path });
}

/** Where a schema is found, as long as no other endpoint has stepped in the place of that one. */
function placeOf(schema: object): Place | undefined {
  const place = places.get(schema);
  return place && superseded.has(place.endpoint) ? undefined : place;
}

/** Notes that the name of an endpoint leads to another one from now on. */
export function noteSuperseded(endpoint: EndpointInterface): void {
  superseded.add(endpoint);
}

/** Where a schema is found, as `Todo.getList.schema`; `undefined` where it hangs on no endpoint. */
export function placeName(schema: object): string | undefined {
  const place = placeOf(schema);
  if (place === undefined) return undefined;
  const { endpoint, path } = place;
  const address = addressOf(endpoint);
  // Hot reloading makes others at the same address, from which that cannot tell it.
  const hasRivals = endpointsNamed(endpoint.name).some(rival => addressOf(rival) !== address);
  const suffix = address === undefined || !hasRivals ? '' : `<${JSON.stringify(address)}>`;
  return `${word(endpoint.name)}${suffix}.${path.map(member).join('.')}`;
}

/** What stands where a schema was found: what hot reloading has put there since, or the schema itself. In development only. */
export function latestInPlaceOf(schema: object): unknown {
  const place = placeOf(schema);
  if (place === undefined) return schema;
  const { endpoint, path } = place;
  const isLater = (other: EndpointInterface) =>
    turnOf(other) > turnOf(endpoint) && addressOf(other) === addressOf(endpoint);
  const latest = endpointsNamed(endpoint.name).findLast(isLater);
  return latest === undefined ? schema : path.reduce<unknown>(memberOf, latest);
}

function memberOf(part: unknown, name: string): unknown {
  return isObject(part) || typeof part === 'function' ? Reflect.get(part as object, name) : undefined;
}

/** A member's name must not fall into two at its dots. */
function member(name: string): string {
  return name.includes('.') ? JSON.stringify(name) : word(name);
}

/** Whether the endpoint at which a schema is found has been replaced by another one. */
export function isSuperseded(schema: object): boolean {
  return places.has(schema) && placeOf(schema) === undefined;
}

/** What tells an endpoint from others of its name, as far as it has an address of its own. */
export function addressOf(endpoint: EndpointInterface): string | undefined {
  const {
    method,
    path,
    urlPrefix = '',
  } = endpoint as EndpointInterface & {
    readonly method?: string;
    readonly path?: string;
    readonly urlPrefix?: string;
  };
  return path === undefined ? undefined : `${method} ${urlPrefix}${path}`;
}
