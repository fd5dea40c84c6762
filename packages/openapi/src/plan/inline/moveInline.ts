import { Description, type Inline, type RawDocument, type RawSchema } from '../../read/Description.js';
import { namesIn, pointerTo, valueAt } from '../../read/jsonPointer.js';
import type { ObjectShape } from '../../read/Shape.js';
import { withReferences } from '../../read/withReferences.js';
import { nameOfSchema, ownName } from '../schemaNames.js';
import { type InlineRecord, isEqual } from './inlineRecords.js';

/** The form with the name of a record, or else any of them. */
export function formIn(forms: readonly string[], name: string): string {
  return forms.find(form => nameOfSchema(ownName(form)) === name) ?? forms[0] ?? '';
}

/** Moves inline forms out of the responses that hold them. */
export function withMoved(description: Description, names: ReadonlyMap<InlineRecord, string>): Description {
  const forms = [...names].flatMap(([record, name]) => formsOf(record, name));
  if (forms.length === 0) return description;
  const inline = new Map<string, Inline>();
  for (const form of forms) {
    const { place, isAsked } = inline.get(form.pointer) ?? form;
    inline.set(form.pointer, { place, formOf: form.formOf, isAsked: isAsked || form.isAsked });
  }
  const document = structuredClone(description.document) as RawDocument & {
    'x-rdc-inline'?: Record<string, RawSchema[]>;
  };
  const all = new Map<string, RawSchema[]>();
  // Inner places first: what is moved then refers to what was moved out of it.
  for (const form of forms.sort((a, b) => namesIn(b.place).length - namesIn(a.place).length)) {
    const path = namesIn(form.place);
    const holder = valueAt(document, pointerTo('#', ...path.slice(0, -1))) as Record<string, RawSchema>;
    const last = path.at(-1) ?? '';
    const schema = holder[last] ?? {};
    holder[last] = { $ref: form.pointer, ...(isNullable(schema) && { nullable: true }) };
    const own = all.get(form.name) ?? [];
    all.set(form.name, own);
    own[form.index] = { ...withoutNullable(schema), ...form.more };
  }
  document['x-rdc-inline'] = Object.fromEntries(all);
  const pointers = new Map(forms.map(({ place, pointer }) => [place, pointer] as const));
  return new Description(withReferences(document, pointers) as RawDocument, inline);
}

interface MovedForm extends Inline {
  readonly name: string;
  readonly index: number;
  /** Where it is moved to. */
  readonly pointer: string;
  /** What its schema does not say. */
  readonly more: Pick<RawSchema, 'x-rdc-key' | 'required'>;
}

/** The forms of a record, with one place for equal ones. */
function formsOf(record: InlineRecord, name: string): MovedForm[] {
  const { forms, key, entity } = record;
  const distinct: RawSchema[] = [];
  return [...forms].map(([place, { raw, object, isAsked }]) => {
    const plain = withoutNullable(raw);
    const known = distinct.findIndex(each => isEqual(each, plain));
    const index = known === -1 ? distinct.push(plain) - 1 : known;
    const pointerOf = (at: number) => pointerTo('#/x-rdc-inline', name, at);
    return {
      name,
      index,
      place,
      isAsked,
      pointer: pointerOf(index),
      formOf: entity === undefined ? pointerOf(0) : formIn(entity.forms, entity.name),
      more: {
        ...(key && { 'x-rdc-key': key.map(path => path.join('.')) }),
        ...requiredIn(raw, object, record),
      },
    };
  });
}

/** The fields that all other forms require, for a form that says nothing about that. */
function requiredIn(raw: RawSchema, { fields }: ObjectShape, { named, forms }: InlineRecord) {
  if (raw.required !== undefined || raw.allOf !== undefined) return {};
  const telling = [...forms.values()].filter(form => form.raw.required !== undefined);
  const others = [...named, ...telling.map(({ object }) => object)];
  const required = fields.flatMap(({ name }) => {
    const same = others.flatMap(other => other.fields.filter(field => field.name === name));
    return same.length > 0 && same.every(({ isRequired }) => isRequired) ? [name] : [];
  });
  return required.length > 0 ? { required } : {};
}

function isNullable({ nullable, type }: RawSchema): boolean {
  return nullable === true || (Array.isArray(type) && type.includes('null'));
}

function withoutNullable({ nullable: _, ...schema }: RawSchema): RawSchema {
  const { type } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter(each => each !== 'null');
  return { ...schema, type: types.length === 1 ? types[0] : types };
}
