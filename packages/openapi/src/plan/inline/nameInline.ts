import type { Description } from '../../read/Description.js';
import { namesIn, pointerTo } from '../../read/jsonPointer.js';
import type { Operation } from '../../read/Operation.js';
import { readOperations } from '../../read/readOperations.js';
import type { Shape } from '../../read/Shape.js';
import { type ShapeReader, shapeReader } from '../../read/shapeOf.js';
import { given } from '../given.js';
import { findKinds, type KindOptions, type Kinds, reachable } from '../Kinds.js';
import { nameOfSchema, ownName } from '../schemaNames.js';
import { recordName, TAKEN_TYPES, typeName } from '../words.js';
import { withoutConflicts } from './conflicts.js';
import { inlineObjectsIn, isNameless } from './inlineObjects.js';
import { gatherInline, hasKey, type InlineRecord, wantedName } from './inlineRecords.js';
import { formIn, withMoved } from './moveInline.js';
import { addNested } from './nestedInline.js';
import { nounsOf } from './nouns.js';

/** What a description holds. */
interface Held {
  readonly description: Description;
  readonly shapes: ShapeReader;
  readonly operations: readonly Operation[];
  readonly kinds: Kinds;
}

/** What a description holds in which the records have names. */
export interface Named extends Held {
  /** What objects that are fetched alone would be called if they had a key, by the place of their operation. */
  readonly nameless: ReadonlyMap<string, string>;
}

/**
 * Gives names to the records that have none, because their schemas are inline in responses. They are moved out of them,
 * and from then on are read like those in `#/components/schemas`.
 *
 * @returns the same description if there are none
 */
export function nameInline(description: Description, options: ReadOptions): Named {
  const held = heldBy(description, options);
  const { shapes, operations, kinds } = held;
  const forms = kinds.entities.flatMap(entity => entity.forms).filter(form => !isNameless(form));
  // References write one place in several ways.
  const named = new Set(forms.map(form => pointerTo('#', ...namesIn(form))));
  const objects = operations.flatMap(operation =>
    inlineObjectsIn(operation, {
      description,
      shapes,
      isRecord(object, place) {
        const known = kinds.resolve(object).entity;
        // With more fields, a schema is the record that it is without them, or none if `--key` says so.
        const isMore = object.extends?.some(
          base =>
            kinds.entityAt(base) !== undefined ||
            given(options.keys, ownName(kinds.canonical(base)))?.length === 0,
        );
        return isMore === true || named.has(place) || (known !== undefined && !known.forms.some(isNameless));
      },
    }),
  );
  const records = gatherInline(objects, operations, kinds, shapes);
  addNested(
    records,
    operations.flatMap(({ response }) => response.at ?? []),
    description,
    shapes,
    place => named.has(place),
  );
  withoutConflicts(records, kinds);
  const used = reachable(shapesOf(operations), kinds.shapeAt, kinds.canonical);
  const names = namesOf(records, [
    ...kinds.entities.map(({ name }) => name),
    ...[...used].map(place => nameOfSchema(ownName(place))),
  ]);
  const nameless = new Map<string, string>();
  const moved = new Map<InlineRecord, string>();
  for (const [record, name] of names) {
    const key = given(options.keys, name);
    if (record.key === undefined && key === undefined) {
      for (const { operations: own } of record.forms.values())
        for (const { at } of own) nameless.set(at, name);
      continue;
    }
    withoutStrangers(record, key ?? [], shapes);
    moved.set(record, name);
  }
  const renamed = withMoved(description, moved);
  return { ...(renamed === description ? held : heldBy(renamed, options)), nameless };
}

/** How a description is read. */
export interface ReadOptions extends KindOptions {
  /** Put before every path, in place of the servers of the description. */
  readonly urlPrefix?: string | undefined;
}

function heldBy(description: Description, options: ReadOptions): Held {
  const shapes = shapeReader(description);
  const operations = readOperations(description, shapes, options.urlPrefix);
  return { description, shapes, operations, kinds: findKinds(operations, shapes, options) };
}

function shapesOf(operations: readonly Operation[]): Shape[] {
  return operations.flatMap(({ body, query, response }) => [
    ...query.map(({ shape }) => shape),
    ...(body === undefined ? [] : [body.shape]),
    ...(response.shape === undefined ? [] : [response.shape]),
  ]);
}

/** Leaves out the forms without the fields that `--key` says, unless all of them lack them. */
function withoutStrangers({ forms, named }: InlineRecord, key: readonly string[], shapes: ShapeReader): void {
  const has = [...forms].filter(([, { object }]) =>
    hasKey(
      object,
      key.map(path => path.split('.')),
      shapes,
      true,
    ),
  );
  if (has.length === 0 && named.length === 0) return;
  for (const [place] of [...forms]) if (!has.some(([other]) => other === place)) forms.delete(place);
}

/** A name for each record with inline forms: those of other schemas are taken. */
function namesOf(records: readonly InlineRecord[], others: readonly string[]): Map<InlineRecord, string> {
  const names = new Map<InlineRecord, string>();
  const taken = new Set([...TAKEN_TYPES, ...others].map(name => name.toLowerCase()));
  const inline = records.filter(({ forms }) => forms.size > 0);
  const isTop = ({ collections }: InlineRecord) => [...collections].some(path => !path.includes('{'));
  // Those that are no record do not take the name of one.
  const ordered = [...inline].sort((a, b) => Number(a.key === undefined) - Number(b.key === undefined));
  for (const record of ordered) {
    const { entity } = record;
    if (entity !== undefined) {
      names.set(record, ownName(formIn(entity.forms, entity.name)));
      continue;
    }
    const wanted = wantedName(record);
    const above = nounsOf([...record.collections][0] ?? '')
      .slice(-2)
      .map(noun => typeName(noun));
    // `OrderItem` and `CartItem`, not `Item` and `CartItem`.
    const isShared = ordered.some(other => other !== record && other.key && wantedName(other) === wanted);
    const isWhole = wanted.startsWith(above[0] ?? '');
    const usual = [wanted, isWhole ? '' : above.join('')];
    const choices = [...(isShared && !isTop(record) ? usual.reverse() : usual), recordName(wanted)];
    let name = choices.find(each => each !== '' && !taken.has(each.toLowerCase())) ?? wanted;
    for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${wanted}${i}`;
    taken.add(name.toLowerCase());
    names.set(record, name);
  }
  return names;
}
