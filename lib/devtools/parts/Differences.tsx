import { useMemo } from 'react';
import { recordName } from '../../log/changesText';
import { difference } from '../../log/shownState';
import type { Stored } from '../../normalize/writeResponse';
import { viewOf } from '../../selectors/viewOf';
import { diffTables } from '../../tables/diffTables';
import type { DataState, Row } from '../../types/State';
import { Button } from './Button';
import { cut, textOf } from './JsonTree';
import { useFirst } from './useFirst';

interface DifferencesProps {
  readonly before: DataState;
  readonly after: DataState;
  readonly onOpen: (kind: string, pk: string) => void;
  /** Whether optimistic updates count. @default false */
  readonly asShown?: boolean;
}

/** The differences between two states, record by record: of confirmed data, or of what readers see. */
export function Differences({ before, after, onOpen, asShown = false }: DifferencesProps) {
  const records = useMemo(
    () => (asShown ? differencesOf(viewOf(before), viewOf(after)) : differencesOf(before, after)),
    [before, after, asShown],
  );
  const [first, more] = useFirst(records);
  if (records.length === 0) return <p className="soft">No records changed.</p>;
  return (
    <table className="diff mono">
      <tbody>
        {first.map(({ kind, pk, was, is }) => (
          <tr key={JSON.stringify([kind, pk])}>
            <td>
              <Button variant="link" onClick={() => onOpen(kind, pk)}>
                {cut(recordName(kind, pk))}
              </Button>
            </td>
            <td>
              {Array.isArray(was) && Array.isArray(is) ? (
                <ListChange was={was} is={is} />
              ) : (
                <Change of={difference(was, is)} />
              )}
            </td>
          </tr>
        ))}
        {more && (
          <tr>
            <td colSpan={2}>{more}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Further elements of a list are only counted. */
const MAX_ELEMENTS = 20;

/** What left a list, and what joined it. */
function ListChange({ was, is }: Versions<readonly unknown[]>) {
  const [before, after] = [was.map(textOf), is.map(textOf)];
  const [left, joined] = [missingIn(after, before), missingIn(before, after)];
  return (
    <div>
      {left.length > 0 && <del>{elements(left)} </del>}
      {joined.length > 0 && <ins>{elements(joined)} </ins>}
      {left.length === 0 && joined.length === 0 && 'reordered '}
      <span className="soft">
        {is.length} {is.length === 1 ? 'element' : 'elements'}
      </span>
    </div>
  );
}

function missingIn(texts: readonly string[], others: readonly string[]): readonly string[] {
  const knownTexts = new Set(texts);
  return others.filter(text => !knownTexts.has(text));
}

function elements(texts: readonly string[]): string {
  const more = texts.length - MAX_ELEMENTS;
  return `${texts.slice(0, MAX_ELEMENTS).join(', ')}${more > 0 ? ` … ${more} more` : ''}`;
}

function Change({ of }: { readonly of: unknown }) {
  return typeof of === 'string' ? of : <Fields change={of as FieldChanges} />;
}

type Versions<Value = unknown> = { readonly was: Value; readonly is: Value };
type FieldChanges = Readonly<Record<string, Versions>> | Versions;

function Fields({ change }: { readonly change: FieldChanges }) {
  const fields =
    'was' in change && 'is' in change ? [['', change as Versions] as const] : Object.entries(change);
  return fields.map(([name, { was, is }]) => (
    <div key={name}>
      {cut(name)} <del>{textOf(was)}</del> <ins>{textOf(is)}</ins>
    </div>
  ));
}

function differencesOf(before: Stored, after: Stored) {
  const differences: (Versions<Row | undefined> & { readonly kind: string; readonly pk: string })[] = [];
  for (const kind of new Set([...Object.keys(before.entities), ...Object.keys(after.entities)])) {
    diffTables(before.entities[kind], after.entities[kind], (pk, was, is) => {
      if (was?.value !== is?.value) differences.push({ kind, pk, was: was?.value, is: is?.value });
    });
  }
  return differences;
}
