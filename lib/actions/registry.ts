import { AmbiguousNameError } from '../errors/AmbiguousNameError';
import { UnknownNameError } from '../errors/UnknownNameError';

/** What a log may refer to by name. */
export type DefinitionKind = 'endpoint' | 'schema';

interface Registered {
  readonly definition: object;
  /** A second definition under the same name was loaded: the name alone does not tell them apart. */
  readonly isAmbiguous: boolean;
}

/**
 * Definitions by name, filled as modules load.
 *
 * Only logs that went through JSON are ever resolved here: an action made in this
 * process carries its definition.
 */
const definitions: Readonly<Record<DefinitionKind, Map<string, Registered>>> = {
  endpoint: new Map(),
  schema: new Map(),
};

/** Makes a definition known under a name. */
export function register(kind: DefinitionKind, name: string, definition: object): void {
  const known = definitions[kind].get(name);
  const isAmbiguous = known !== undefined && (known.isAmbiguous || known.definition !== definition);
  definitions[kind].set(name, { definition, isAmbiguous });
}

/**
 * The definition with a name.
 *
 * @throws {UnknownNameError} when nothing of that name has been loaded
 * @throws {AmbiguousNameError} when two different definitions have the name
 */
export function resolve(kind: DefinitionKind, name: string): object {
  const known = definitions[kind].get(name);
  if (known === undefined) throw new UnknownNameError(kind, name);
  if (known.isAmbiguous) throw new AmbiguousNameError(kind, name);
  return known.definition;
}
