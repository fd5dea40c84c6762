import { noteTurn, turnOf } from '../definitions/candidates';
import { noteDefinition } from '../definitions/definedIn';
import { noteSuperseded } from '../definitions/places';
import { endpoints } from '../definitions/registry';
import { registerSchemas } from '../definitions/schemas';
import { kept, newMap } from '../plain/kept';
import { defineField } from '../plain/own';
import type { EndpointInterface } from '../types/EndpointInterface';

/** Endpoints that were given no name: whatever takes them in may name them. */
const unnamed = new WeakSet<EndpointInterface>();

/** What was derived from an endpoint, as `getList.push`, by member name. */
const derived = new WeakMap<EndpointInterface, Map<string, EndpointInterface>>();

/** Makes a new endpoint known under its name; `isGiven` when that was chosen and not made up. */
export function registerEndpoint(endpoint: EndpointInterface, isGiven: boolean): void {
  if (!isGiven) unnamed.add(endpoint);
  if (process.env.NODE_ENV !== 'production') noteDefinition(endpoint);
  endpoints.add(endpoint.name, endpoint);
}

/**
 * Names an endpoint as a member of a resource, unless it was given a name of its own.
 *
 * @param former the endpoint in whose place it steps; loses the name if it is the same
 */
export function nameMember(endpoint: EndpointInterface, name: string, former?: EndpointInterface): void {
  if (!unnamed.delete(endpoint)) return;
  if (former?.name === name) supersede(former);
  rename(endpoint, name);
  registerSchemas(endpoint.schema, endpoint);
}

/** A member of another endpoint, made when it is first needed; its name follows that of its owner from then on. */
export function derivedMember<E extends EndpointInterface>(
  owner: EndpointInterface,
  member: string,
  make: () => E,
): E {
  const members = kept(derived, owner, newMap<string, EndpointInterface>);
  return kept(members, member, () => {
    const endpoint = make();
    if (process.env.NODE_ENV !== 'production') noteTurn(endpoint, turnOf(owner));
    nameMember(endpoint, `${owner.name}.${member}`);
    return endpoint;
  }) as E;
}

/** Takes the name from an endpoint, and from what it derived. */
function supersede(endpoint: EndpointInterface): void {
  noteSuperseded(endpoint);
  endpoints.remove(endpoint.name, endpoint);
  for (const each of derived.get(endpoint)?.values() ?? []) supersede(each);
}

function rename(endpoint: EndpointInterface, name: string) {
  endpoints.remove(endpoint.name, endpoint);
  // A function's own `name` can only be replaced by definition.
  defineField(endpoint, 'name', name);
  endpoints.add(name, endpoint);
  for (const [member, each] of derived.get(endpoint) ?? []) rename(each, `${name}.${member}`);
}
