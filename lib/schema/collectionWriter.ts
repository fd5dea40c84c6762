import { loggedName, type NameOf } from '../definitions/schemaName';
import { INVALID } from '../types/INVALID';
import type { Among, DenormalizeContext, NormalizeContext, Schema } from '../types/Schema';
import type { CollectionRow, EntityRow } from '../types/State';
import type { CollectionFilter } from './CollectionOptions';
import type { Keeper } from './keepers';
import { changeNamed, fieldsAfterMove } from './listChanges';
import type { ListChange, ListSchema, MapContents, Written } from './listContents';
import { type FilteredLists, knownValues, ruleOf } from './listFilters';
import { listsWith, matchingLists } from './matchingLists';
import { rowsOf } from './resolveUnion';
import { type ElementChange, updateLists } from './updateLists';

/** A schema whose responses are elements to write into lists that are already stored. */
export interface CollectionWriter<Value, Written = unknown> {
  /** Only a type: has no value at run time. */
  readonly '~value': Value;
  /** Only a type: the schema of what the server sends. */
  readonly '~written': Written;
  /** Whether its responses are new elements, rather than existing ones. */
  readonly isCreation: boolean;
  /** @internal Whether a custom rule says which lists match: any may. */
  readonly hasRule: boolean;
  /** Schema of one element. */
  readonly element: Schema;
  /** Its name in logs: that of the lists and of the change. */
  readonly name: string;
  /** The lists that it writes to. */
  readonly lists: ListSchema;
  /** @internal */
  nameBy(nameOf: NameOf, place: string | undefined): string;
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown;
  denormalize(result: unknown, context: DenormalizeContext): unknown;
}

/** What distinguishes a collection's writers. */
export type WriterParts = readonly [
  /** The name of the change. */
  name: string,
  /** The change to a list; omitted if the name implies it. */
  changeFor?: (args: readonly unknown[]) => ListChange,
  /** Which lists match, in place of the collection's rule. */
  rule?: CollectionFilter | undefined,
  /** Whether it adds a page, whose elements a comparison puts in their places in a list. */
  isPage?: boolean,
];

/**
 * A schema for the response of a creation, a page, a move or a removal.
 *
 * The result of such a response is that of its elements; the stored lists
 * change as `changeFor(args)` says. No list is created that was never fetched.
 */
export function collectionWriter<Value, Sent>(
  lists: Keeper & FilteredLists,
  ...[name, changeFor, rule, isPage]: WriterParts
): CollectionWriter<Value, Sent> {
  const isMove = name.startsWith('move');
  const schemaFor = (value: unknown): Schema =>
    (lists.schema as MapContents).schemaFor?.(value, name) ??
    (Array.isArray(value) ? lists.schema : lists.element);

  /** Picks the lists that may change; `undefined` if any may. */
  function listsToChange(
    args: readonly unknown[],
    { results, rows, responses }: Written,
    revived: readonly unknown[],
  ): Among | undefined {
    if (writer.hasRule) return undefined;
    const moved = Object.values(results);
    const valuesOf = (filter: string) =>
      rows.flatMap((row, i) =>
        isMove
          ? knownValues(
              filter,
              [fieldsAfterMove(lists, args, moved[i], row, responses[i])],
              args[0] as EntityRow,
            )
          : knownValues(filter, args, row),
      );
    // It may have to leave any list.
    const leaving = isMove ? moved : revived;
    return stored => [
      ...matchingLists(lists, stored, valuesOf),
      ...(leaving.length > 0 ? listsWith(stored, leaving) : []),
    ];
  }

  let memberName: string | undefined;
  const writer: Omit<CollectionWriter<Value>, '~value' | '~written'> = {
    lists,
    get element() {
      return lists.element;
    },
    isCreation: !isMove && name !== 'remove',
    get hasRule() {
      return (rule ?? ruleOf(lists)) !== undefined;
    },
    // Computed when needed, as the key above.
    get name() {
      return loggedName(writer);
    },
    nameBy(nameOf, place) {
      // A subclass may rename a change, or give a usual name to another one.
      memberName ??= Object.entries(lists).find(([, value]) => value === writer)?.[0] ?? '';
      if (memberName !== '') return `${nameOf(lists)}.${memberName}`;
      return place ?? `${nameOf(lists)}.${name}`;
    },
    normalize(input, parent, key, context) {
      const schema = schemaFor(input);
      const isOne = schema === lists.element;
      const result = context.visit(schema, input, parent, key);
      // The record cannot be identified.
      if (result === undefined) return undefined;
      const { args } = context;
      const results = isOne ? [result] : (result as CollectionRow);
      const written: Written = {
        results,
        rows: rowsOf(lists.element, results, context),
        responses: isOne ? [input] : Object.values(input as object),
      };
      const change: ElementChange = {
        lists,
        name,
        isCreation: writer.isCreation,
        isCustom: changeFor !== undefined,
        isPage,
        rule,
        hasRule: writer.hasRule,
        change: changeFor?.(args) ?? (changeNamed(name, lists, args) as ListChange),
      };
      updateLists(change, written, context, revived => listsToChange(args, written, revived));
      return result;
    },
    denormalize(result, context) {
      if (result === undefined || result === null) return INVALID;
      if (Array.isArray(result)) return context.visit(schemaFor(result), result);
      return context.visit((lists.schema as MapContents).schemaOf?.(result) ?? lists.element, result);
    },
  };
  return writer as CollectionWriter<Value, Sent>;
}
