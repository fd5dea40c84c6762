import { isObject } from '../plain/isObject';
import type { EndpointInterface } from '../types/EndpointInterface';
import { turnOf } from './candidates';
import { quoteName } from './quoteName';
import { endpointsNamed } from './registry';

/** Where a schema is found among the definitions. */
interface Place {
  readonly endpoint: EndpointInterface;
  /** The members that lead from the endpoint to the schema. */
  readonly path: readonly string[];
}

const places = new WeakMap<object, Place>();

/** Endpoints that others have replaced: their names lead to those. */
const superseded = new WeakSet<EndpointInterface>();

/** Notes that an endpoint has a schema; the first such place is kept. */
export function notePlace(schema: object, endpoint: EndpointInterface, path: readonly string[]): void {
  if (placeOf(schema) === undefined) places.set(schema, { endpoint, path });
}

/** Where a schema is found, unless that endpoint was replaced. */
function placeOf(schema: object): Place | undefined {
  const place = places.get(schema);
  return place && superseded.has(place.endpoint) ? undefined : place;
}

/** Notes that the name of an endpoint now leads to another one. */
export function noteSuperseded(endpoint: EndpointInterface): void {
  superseded.add(endpoint);
}

/** The place of a schema, such as `Todo.getList.schema`; `undefined` if no endpoint has it. */
export function placeName(schema: object): string | undefined {
  const place = placeOf(schema);
  if (place === undefined) return undefined;
  const { endpoint, path } = place;
  const address = addressOf(endpoint);
  // Hot reloading makes endpoints with the same address, which then does not tell them apart.
  const hasRivals = endpointsNamed(endpoint.name).some(rival => addressOf(rival) !== address);
  const suffix = address === undefined || !hasRivals ? '' : `<${JSON.stringify(address)}>`;
  return `${quoteName(endpoint.name)}${suffix}.${path.map(member).join('.')}`;
}

/** In development, what hot reloading has put in a schema's place, or else the schema itself. */
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

/** Quotes a name with dots, so that it is not split there. */
function member(name: string): string {
  return name.includes('.') ? JSON.stringify(name) : quoteName(name);
}

/** Whether another endpoint has replaced the one that has a schema. */
export function isSuperseded(schema: object): boolean {
  return places.has(schema) && placeOf(schema) === undefined;
}

/** Distinguishes an endpoint from others with its name, if it has an address. */
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
