import type { Operation } from '../read/Operation.js';
import { parameterNames } from '../read/readOperations.js';
import type { EntityKind } from './Kinds.js';
import { isSameName, wordsOf } from './words.js';

/** A path without the names of its parameters, which differ between operations. */
export function shapeOfPath(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1');
}

/** The path of the list around a record; `undefined` if the path ends with no parameter. */
export function withoutLastParameter(path: string): string | undefined {
  const found = /^(.*)\/\{[^}/]+\}\/?$/.exec(path);
  return found === null ? undefined : found[1] || '/';
}

/** Whether a path ends with a parameter, which names one thing; many servers put a slash behind it. */
export function endsWithParameter(path: string): boolean {
  return /\}\/?$/.test(path);
}

/** `/users/{user-id}` as the library writes it: `/users/:"user-id"`. */
export function libraryPath(given: string, renamed: Readonly<Record<string, string>> = {}): string {
  // A fragment is never sent: descriptions use it to distinguish requests to one URL.
  const path = given.replace(/#.*/, '');
  // A question mark before a slash or at the end is part of the path.
  const queryAt = path.search(/\?(?!\/|$)/);
  return path
    .split(/(\{[^}]+\})/)
    .map((part, i, parts) => {
      const name = /^\{([^}]+)\}$/.exec(part)?.[1];
      if (name === undefined) {
        const start = parts.slice(0, i).join('').length;
        return part.replaceAll(/[:*?{}()[\]+!\\]/g, (found, at: number) => {
          if (found !== '?' || (queryAt !== -1 && start + at > queryAt)) return `\\${found}`;
          return start + at === queryAt ? '?' : '%3F';
        });
      }
      const called = renamed[name] ?? name;
      // Without quotes, letters behind the parameter would be part of its name.
      const isBare =
        /^[A-Za-z_$][\w$]*$/.test(called) && !/^[$\p{ID_Continue}\u200c\u200d]/u.test(parts[i + 1] ?? '');
      return `:${isBare ? called : JSON.stringify(called)}`;
    })
    .join('');
}

/** The field that is a record's key; `undefined` if it has several fields, or a nested one. */
export function keyField({ key }: EntityKind): string | undefined {
  const [only] = key;
  return key.length === 1 && only?.length === 1 ? only[0] : undefined;
}

/** The parameter of a path for each part of a record's key; `undefined` if one is missing. */
export function keyInPath(operation: Operation, entity: EntityKind): readonly string[] | undefined {
  const names = parameterNames(operation.path);
  const last = names.at(-1);
  if (keyField(entity) !== undefined && last !== undefined) {
    return isParameterOfKey(last, operation, entity) ? [last] : undefined;
  }
  const found = entity.key.map(path => names.find(name => isSameName(name, path.at(-1) ?? '')));
  return found.every(name => name !== undefined) ? found : undefined;
}

/** The kinds of records that a path names by its last parameter (`/files/{attachmentId}`) or the segment before it. */
export function namedInPath(operation: Operation, entities: readonly EntityKind[]): readonly EntityKind[] {
  const last = parameterNames(operation.path).at(-1);
  if (last === undefined || withoutLastParameter(operation.path) === undefined) return [];
  return entities.filter(entity => {
    const field = keyField(entity);
    if (field === undefined || keyInPath(operation, entity) === undefined) return false;
    return isCalledAs(operation.path, entity) || isSameName(last, `${entity.name} ${field}`);
  });
}

/** Whether the segment before the last parameter of a path is the name of a kind of record. */
export function isCalledAs(path: string, { name }: EntityKind): boolean {
  const list = withoutLastParameter(path) ?? '';
  return isSameName(list.slice(list.lastIndexOf('/') + 1), name);
}

/** Whether the last parameter of a path is the key of the record there, whatever it is called. */
export function isParameterOfKey(parameter: string, operation: Operation, entity: EntityKind): boolean {
  const field = entity.key[0]?.[0] ?? '';
  if (isSameName(parameter, field)) return true;
  // The value of another field is not the key: `/members/{userId}` if members have an `id` and a `userId`.
  const isOther = entity.fields.some(({ name }) => isSameName(parameter, name));
  const isNamedSo =
    isSameName(parameter, `${entity.name} ${field}`) ||
    (wordsOf(parameter).at(-1) === wordsOf(field).at(-1) && !isOther) ||
    isSameName(parameter, entity.name) ||
    wordsOf(entity.name).join(' ').endsWith(wordsOf(parameter).join(' '));
  if (!isNamedSo) return false;
  const given = operation.pathParameters.find(({ name }) => name === parameter)?.shape.kind;
  const own = entity.fields.find(({ name }) => name === field)?.shape.kind;
  return given === own || given === undefined || own === 'union';
}

/** Whether a path identifies a record, by its key or by other fields that the store can search. */
export function namesRecord(operation: Operation, entity: EntityKind): boolean {
  if (keyInPath(operation, entity) !== undefined) return true;
  const names = parameterNames(operation.path);
  const isField = (name: string) =>
    entity.fields.some(field => field.name === name && /^(string|number)$/.test(field.shape.kind));
  return endsWithParameter(operation.path) && names.every(isField);
}
