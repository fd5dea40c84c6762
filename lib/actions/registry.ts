import { AmbiguousNameError } from '../errors/AmbiguousNameError';
import { UnknownNameError } from '../errors/UnknownNameError';

/** What a log may refer to by name. */
export type DefinitionKind = 'endpoint' | 'schema';

interface Claims {
  /** Who had the name first; `undefined` once that one has given it up. */
  readonly holder: object | undefined;
  /** How many others have it too: the name alone does not tell them apart. */
  readonly rivals: number;
}

/**
 * Definitions by name, filled as modules load.
 *
 * Only logs that went through JSON are ever resolved here: an action made in this
 * process carries its definition. Rivals are counted and not kept, so that
 * endpoints which are made again and again can be collected.
 */
const claims: Readonly<Record<DefinitionKind, Map<string, Claims>>> = {
  endpoint: new Map(),
  schema: new Map(),
};

/** Makes a definition known under a name. */
export function register(kind: DefinitionKind, name: string, definition: object): void {
  const { holder, rivals } = claims[kind].get(name) ?? { holder: undefined, rivals: 0 };
  if (holder === definition) return;
  const next = holder === undefined ? { holder: definition, rivals } : { holder, rivals: rivals + 1 };
  claims[kind].set(name, next);
}

/** Makes a definition known under a name that nothing else has. */
export function registerNew(kind: DefinitionKind, name: string, definition: object): void {
  if (!claims[kind].has(name)) register(kind, name, definition);
}

/**
 * Takes a name from a definition that another one supersedes, or that gets a name
 * of its own, so that the two are not mistaken for rivals.
 */
export function unregister(kind: DefinitionKind, name: string, definition: object): void {
  const known = claims[kind].get(name);
  if (known === undefined) return;
  const isHolder = known.holder === definition;
  const rivals = isHolder ? known.rivals : Math.max(known.rivals - 1, 0);
  const holder = isHolder ? undefined : known.holder;
  if (holder === undefined && rivals === 0) claims[kind].delete(name);
  else claims[kind].set(name, { holder, rivals });
}

/**
 * The definition with a name.
 *
 * What an endpoint derives when it is first asked for, as `Todo.getList.push`, is
 * found as a member of that endpoint.
 *
 * @throws {UnknownNameError} when nothing of that name has been loaded
 * @throws {AmbiguousNameError} when two different definitions have the name
 */
export function resolve(kind: DefinitionKind, name: string): object {
  const known = claims[kind].get(name);
  if (known === undefined) return memberNamed(kind, name);
  if (known.holder === undefined || known.rivals > 0) throw new AmbiguousNameError(kind, name);
  return known.holder;
}

function memberNamed(kind: DefinitionKind, name: string): object {
  const dot = name.lastIndexOf('.');
  const owner = claims[kind].get(name.slice(0, Math.max(dot, 0)))?.holder;
  const member = (owner as Readonly<Record<string, unknown>> | undefined)?.[name.slice(dot + 1)];
  if (isNamed(member, name)) return member;
  throw new UnknownNameError(kind, name);
}

function isNamed(member: unknown, name: string): member is object {
  return typeof member === 'function' && member.name === name;
}
