import { additions, latestOf } from '../definitions/candidates';
import { endpointsNamed, onlyOne } from '../definitions/registry';
import { sameDefinition } from '../definitions/sameDefinition';
import { makeSchema } from '../definitions/schemaClasses';
import { addressOf } from '../definitions/schemaPlaces';
import { entitiesNamed, looseNamed } from '../definitions/schemas';
import { UnknownNameError } from '../errors/UnknownNameError';
import { isEntityClass } from '../schema/isEntityClass';
import type { Schema } from '../types/Schema';
import { Edited } from './Edited';

/** Sample values by their word in a schema's name; the function returns its argument. */
const SAMPLES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['string', ''],
  ['number', 0],
  ['boolean', false],
  ['bigint', 0],
  ['undefined', undefined],
  ['null', null],
  ['symbol', undefined],
  ['function', (value: unknown) => value],
]);

/** Deeper names are refused: a log that was tampered with must not exhaust the stack. */
const MAX_DEPTH = 64;

/** No more schemas are kept. */
const MAX_KNOWN = 500;

/** Thrown internally for a name that `loggedName` does not make. */
const UNREADABLE = new Error('unreadable');

/** Schemas by name, until a definition is added. */
const cachedSchemas = new Map<string, Schema>();
let cachedAt = -1;

/**
 * Finds or makes the schema for a name from `loggedName`.
 *
 * Entities and endpoints are looked up; everything else is made of them as the name says.
 *
 * @throws {UnknownNameError} when an entity or endpoint in it is not loaded, or the name is invalid
 * @throws {AmbiguousNameError} when different definitions have a name in it
 */
export function schemaNamed(name: string): Schema {
  if (cachedAt !== additions()) cachedSchemas.clear();
  if (cachedSchemas.has(name)) return cachedSchemas.get(name);
  const reader = readerOf(name);
  try {
    const schema = reader.readSchema();
    reader.expectEnd();
    cachedAt = additions();
    if (cachedSchemas.size < MAX_KNOWN) cachedSchemas.set(name, schema);
    return schema;
  } catch (error) {
    if (error !== UNREADABLE) throw error;
    throw new UnknownNameError('schema', name);
  }
}

/** A name with dots, and perhaps an address after one of its steps. */
interface Words {
  readonly steps: readonly string[];
  /** The address that tells an endpoint from others of its name, and the number of steps in that name. */
  readonly address?: { readonly text: string; readonly after: number } | undefined;
}

function readerOf(name: string) {
  let position = 0;
  let depth = 0;

  function readSchema(): Schema {
    if (depth === MAX_DEPTH) throw UNREADABLE;
    depth++;
    const schema = readMembers(readFirst());
    depth--;
    return schema;
  }

  function readFirst(): Schema {
    if (accept('[')) return expectClosing(makeOrThrow('Collection', [readSchema()]), ']');
    if (accept('{')) return readBraces();
    const start = position;
    const maker = /^[A-Z][a-zA-Z]*(?=\()/.exec(name.slice(position))?.[0];
    if (maker === undefined) return resolveName(readWords());
    position += maker.length + 1;
    return readMade(maker, start);
  }

  /** `{Todo}` is a map, `{todo:Todo}` an object. */
  function readBraces(): Schema {
    if (accept('}')) return {};
    if (isField()) return expectClosing(readFields(), '}');
    return expectClosing(makeOrThrow('Collection', makeOrThrow('Values', readSchema())), '}');
  }

  function isField(): boolean {
    if (name[position] === '[' || name[position] === '{') return false;
    const start = position;
    readWords();
    const isNext = name[position] === ':';
    position = start;
    return isNext;
  }

  function readFields(): Schema {
    const fields: [string, Schema][] = [];
    do {
      const { steps } = readWords();
      if (!accept(':')) throw UNREADABLE;
      fields.push([steps.join('.'), readSchema()]);
    } while (accept(','));
    // fromEntries defines properties, so `__proto__` is a name like others.
    return Object.fromEntries(fields);
  }

  function readMade(maker: string, start: number): Schema {
    const content = readSchema();
    const by = accept(',') ? readWords().steps.join('.') : undefined;
    if (!accept(')')) throw UNREADABLE;
    if (maker === 'Array') return [content];
    if (maker === 'Edited') {
      if (!isEntityClass(content)) throw UNREADABLE;
      return new Edited(content);
    }
    // If `All` is not loaded, an array writes the same.
    if (maker === 'All') return makeSchema(maker, content) ?? [content];
    if (maker === 'Union' ? by !== undefined && name[position - 2] !== '*' : maker !== 'Collection') {
      return makeOrThrow(maker, content, by);
    }
    const fullName = name.slice(start, position);
    const matches = looseNamed(fullName);
    if (matches.length === 0) throw new UnknownNameError('schema', name);
    return onlyOne('schema', fullName, matches) as Schema;
  }

  /** Reads members of a schema, as in `[Todo].push`. */
  function readMembers(schema: Schema): Schema {
    if (!accept('.')) return schema;
    const member = memberOf(schema, readWords().steps) as Schema;
    if (member === undefined) throw new UnknownNameError('schema', name);
    return member;
  }

  function readWords(): Words {
    const steps: string[] = [];
    let address: Words['address'];
    do {
      steps.push(readWord());
      if (accept('<')) {
        address = { text: readWord(), after: steps.length };
        if (!accept('>')) throw UNREADABLE;
      }
    } while (accept('.'));
    return { steps, address };
  }

  function readWord(): string {
    const rest = name.slice(position);
    const [text, quoted] = /^(?:("(?:[^"\\]|\\.)*")|[^[\]{}(),:|"<>.\\]+)/.exec(rest) ?? [];
    if (text === undefined) throw UNREADABLE;
    position += text.length;
    return quoted === undefined ? text : unquoted(quoted);
  }

  function resolveName(words: Words): Schema {
    const [first = ''] = words.steps;
    const isQuoted = name[position - 1] === '"';
    if (words.steps.length === 1 && !isQuoted && SAMPLES.has(first)) return SAMPLES.get(first) as Schema;
    const definition = definitionAt(words);
    if (definition === undefined) throw new UnknownNameError('schema', name);
    return definition;
  }

  function makeOrThrow(maker: string, ...parts: readonly unknown[]): Schema {
    const schema = makeSchema(maker, ...parts);
    if (schema === undefined) throw new UnknownNameError('schema', name);
    return schema;
  }

  function expectClosing(schema: Schema, bracket: string): Schema {
    if (!accept(bracket)) throw UNREADABLE;
    return schema;
  }

  function accept(character: string): boolean {
    if (name[position] !== character) return false;
    position++;
    return true;
  }

  return {
    readSchema,
    expectEnd() {
      if (position !== name.length) throw UNREADABLE;
    },
  };
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    throw UNREADABLE;
  }
}

/** The entity with a name, or the member at a path of an entity or endpoint; the longest name wins. */
function definitionAt({ steps, address }: Words): Schema | undefined {
  for (let length = steps.length; length > 0; length--) {
    const name = steps.slice(0, length).join('.');
    const path = steps.slice(length);
    const entities = address === undefined ? entitiesNamed(name) : [];
    if (entities.length > 0) return memberOf(entityOf(name, entities), path) as Schema;
    const isAt = (endpoint: object) =>
      address?.after !== length || addressOf(endpoint as never) === address.text;
    const matches = path.length > 0 ? membersOf(endpointsNamed(name).filter(isAt), path) : [];
    if (matches.length > 0) return onlyOne('schema', steps.join('.'), matches) as Schema;
  }
  return undefined;
}

/** Of a class and those that extend it under the same key, the class itself. */
function entityOf(key: string, definitions: readonly object[]): object {
  const latest = latestOf(definitions);
  const isBase = (one: object) =>
    latest.every(other => other === one || Object.prototype.isPrototypeOf.call(one, other));
  return latest.find(isBase) ?? onlyOne('schema', key, latest);
}

/** The member at a path of the latest endpoints; of equal schemas only one. */
function membersOf(endpoints: readonly object[], path: readonly string[]): readonly object[] {
  const members = latestOf(endpoints).flatMap(
    endpoint => memberOf(endpoint, path) ?? [],
  ) as readonly object[];
  return members.filter((one, i) => !members.slice(0, i).some(earlier => sameDefinition(earlier, one)));
}

/** The value at a path of own enumerable members or `schema`. */
function memberOf(from: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((current, step) => {
    if ((typeof current !== 'object' && typeof current !== 'function') || current === null) return undefined;
    return step === 'schema' || Object.prototype.propertyIsEnumerable.call(current, step)
      ? Reflect.get(current, step)
      : undefined;
  }, from);
}
