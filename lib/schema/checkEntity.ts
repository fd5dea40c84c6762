import { warnOnce } from '../plain/warnOnce';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import type { EntityClass } from './EntityClass';

type NamedClass = EntityClass & { readonly name: string };

/** The latest class of each key; in development alone. */
const classes = new Map<string, NamedClass>();

/** For development alone: warns of what is almost certainly a mistake in the definition of an entity, and would be silent. */
export function checkEntity(entity: EntityClass, defaults: Readonly<Record<string, unknown>>): void {
  checkFields(entity as NamedClass, defaults);
  checkKey(entity as NamedClass);
}

function checkFields(
  { key, name, schema = {}, sources = {} }: NamedClass,
  defaults: Readonly<Record<string, unknown>>,
) {
  for (const field of Object.keys(sources)) {
    if (Object.hasOwn(defaults, field)) continue;
    warnOnce(
      `source of no field ${key}.${field}`,
      `${name} has a source for "${field}", which is not one of its fields: ${Object.keys(defaults).join(', ')}. ` +
        `The name of the field comes first: static sources = { field: 'name in the response' }.`,
    );
  }
  for (const [field, nested] of Object.entries(schema)) {
    if (!Object.hasOwn(defaults, field)) {
      warnOnce(
        `schema of no field ${key}.${field}`,
        `${name} has a schema for "${field}", which is not one of its fields: ${Object.keys(defaults).join(', ')}. ` +
          `Correct the name in static schema, or add the field to ${name}.`,
      );
    } else if (isRelation(nested) && isPrimitive(defaults[field])) {
      warnOnce(
        `default of a relation ${key}.${field}`,
        `${name}.${field} is ${JSON.stringify(defaults[field])} by default, but static schema declares an entity there. ` +
          `Write ${field} = ${nested.name}.fromJS(), or ${field}: ${nested.name} | undefined = undefined.`,
      );
    }
  }
}

function isRelation(nested: unknown): nested is NamedClass {
  return typeof nested === 'function' && isSchemaObject(nested as unknown as Schema);
}

function isPrimitive(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'object';
}

/** Two forms of one record share a key by inheriting it, and a module that is evaluated again keeps its names. */
function checkKey(entity: NamedClass) {
  const { key, name } = entity;
  const other = classes.get(key);
  classes.set(key, entity);
  if (other === undefined || other.name === name || name === '' || other.name === '') return;
  if (isRelated(entity, other)) return;
  warnOnce(
    `key ${key} of ${[name, other.name].sort().join(', ')}`,
    `The entities ${other.name} and ${name} have the same static key "${key}", so their records overwrite each other. ` +
      `Give each a different key, or let one extend the other if both describe the same records.`,
  );
}

/** By name: when hot reloading has evaluated a module again, the base of what is there before is another class. */
function isRelated(one: NamedClass, other: NamedClass): boolean {
  const names = namesOf(other);
  return namesOf(one).some(name => name !== '' && names.includes(name));
}

/** The names of a class, and of those that it extends and that have its key. */
function namesOf(entity: NamedClass): readonly string[] {
  const names: string[] = [];
  for (let base: NamedClass | null = entity; base?.key === entity.key; base = Object.getPrototypeOf(base))
    names.push(base.name);
  return names;
}
