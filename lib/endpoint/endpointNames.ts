import { noteTurn, turnOf } from '../definitions/candidates';
import { noteDefinition } from '../definitions/definedIn';
import { endpoints } from '../definitions/registry';
import { noteSuperseded } from '../definitions/schemaPlaces';
import { registerSchemas } from '../definitions/schemas';
import { getOrCreate, newMap } from '../plain/getOrCreate';
import { defineField } from '../plain/own';
import type { EndpointInterface } from '../types/EndpointInterface';

/** Endpoints without a given name; a resource that adopts them may name them. */
const unnamed = new WeakSet<EndpointInterface>();

/** Endpoints derived from another, such as `getList.push`, by member name. */
const derived = new WeakMap<EndpointInterface, Map<string, EndpointInterface>>();

/** Registers a new endpoint under its name; `isGiven` if the app chose that name. */
export function registerEndpoint(endpoint: EndpointInterface, isGiven: boolean): void {
  if (!isGiven) unnamed.add(endpoint);
  if (process.env.NODE_ENV !== 'production') noteDefinition(endpoint);
  endpoints.add(endpoint.name, endpoint);
}

/**
 * Names an endpoint as a member of a resource, unless the app gave it a name.
 *
 * @param former the endpoint that it replaces; loses the name if it is the same
 */
export function nameMember(endpoint: EndpointInterface, name: string, former?: EndpointInterface): void {
  if (!unnamed.delete(endpoint)) return;
  if (former?.name === name) supersede(former);
  rename(endpoint, name);
  registerSchemas(endpoint.schema, endpoint);
}

/** Returns a derived endpoint, made when it is first needed; from then on its name follows its owner's. */
export function derivedMember<E extends EndpointInterface>(
  owner: EndpointInterface,
  member: string,
  make: () => E,
): E {
  const members = getOrCreate(derived, owner, newMap<string, EndpointInterface>);
  return getOrCreate(members, member, () => {
    const endpoint = make();
    if (process.env.NODE_ENV !== 'production') noteTurn(endpoint, turnOf(owner));
    nameMember(endpoint, `${owner.name}.${member}`);
    return endpoint;
  }) as E;
}

/** Takes the name from an endpoint and from the endpoints derived from it. */
function supersede(endpoint: EndpointInterface): void {
  noteSuperseded(endpoint);
  endpoints.remove(endpoint.name, endpoint);
  for (const each of derived.get(endpoint)?.values() ?? []) supersede(each);
}

function rename(endpoint: EndpointInterface, name: string) {
  endpoints.remove(endpoint.name, endpoint);
  // Assignment cannot replace a function's own `name`.
  defineField(endpoint, 'name', name);
  endpoints.add(name, endpoint);
  for (const [member, each] of derived.get(endpoint) ?? []) rename(each, `${name}.${member}`);
}
