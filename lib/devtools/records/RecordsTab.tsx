import { memo, type ReactNode, useMemo, useState } from 'react';
import type { Store } from 'redux';
import { isListKind } from '../../actions/reductions';
import { entitiesNamed } from '../../definitions/schemas';
import { recordName } from '../../log/changesText';
import { editedIn } from '../../lookup/Edited';
import { own } from '../../plain/own';
import type { EntityClass } from '../../schema/EntityClass';
import { viewOf } from '../../selectors/viewOf';
import { getCell, getValue } from '../../tables/getCell';
import type { DataState, Row } from '../../types/State';
import { isTemporaryKey, requestOf } from '../../types/temporaryKey';
import { type ExplainedField, explain } from '../explain/explain';
import { readersOf } from '../explain/readersOf';
import { Button, Detail } from '../parts/Button';
import { cut, MAX_NAME, textOf } from '../parts/JsonTree';
import { timeOf } from '../parts/timeOf';
import { useFirst } from '../parts/useFirst';
import { VirtualList } from '../parts/VirtualList';
import type { Entry } from '../recording/Entry';
import { labelOfEntry } from '../recording/groups';
import type { Session } from '../recording/session';
import { FieldValue } from './FieldValue';
import { keyReader, searchedText } from './listedRecords';
import { keyText, type Place, RecordLinks } from './RecordLinks';
import { saveField } from './saveField';

interface RecordsTabProps {
  readonly store: Store;
  readonly session: Session;
  readonly place: Place | undefined;
  readonly onPlace: (place: Place) => void;
  readonly onEntry: (id: number) => void;
}

/** The tables of the store, and why one record is what it is. */
export function RecordsTab({ store, session, place, onPlace, onEntry }: RecordsTabProps) {
  const { state } = session;
  const { entities } = viewOf(state);
  const kinds = Object.keys(entities).sort(
    (a, b) => Number(isListKind(a)) - Number(isListKind(b)) || a.localeCompare(b),
  );
  const kind = place?.kind ?? kinds[0] ?? '';
  const table = own(entities, kind);
  const [search, setSearch] = useState('');
  const [keysOf] = useState(keyReader);
  const keys = keysOf(table);
  const words = search.toLowerCase();
  const found = useMemo(
    () =>
      words === ''
        ? keys
        : keys.filter(pk => pk.toLowerCase().includes(words) || searchedText(table, pk).includes(words)),
    [keys, table, words],
  );
  const requestedPk = place?.pk;
  // A temporary key leads to the record that the server created, even after that and its alias are gone.
  const [realKeys] = useState(() => new Map<string, string>());
  const realPk = requestedPk === undefined ? undefined : getValue(state.aliases, requestedPk);
  if (requestedPk !== undefined && realPk !== undefined) realKeys.set(requestedPk, realPk);
  const pk = requestedPk === undefined ? undefined : (realKeys.get(requestedPk) ?? requestedPk);
  return (
    <>
      <div className="tools">
        <fieldset className="kinds" aria-label="Kinds of records">
          {kinds.map(name => (
            <Button
              key={name}
              aria-pressed={name === kind}
              onClick={() => onPlace({ kind: name, pk: undefined })}
            >
              {cut(name, MAX_NAME)}
              <span className="count">{entities[name]?.size}</span>
            </Button>
          ))}
        </fieldset>
        <span className="gap" />
        <input
          className="field"
          type="search"
          placeholder="Search"
          aria-label="Search records"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
      </div>
      {found.length === 0 && (
        <p className="empty">{kinds.length === 0 ? 'The store has no records.' : 'No matching records.'}</p>
      )}
      <div className="split" data-detail={pk === undefined ? 'none' : 'some'}>
        <VirtualList
          key={kind}
          label={`Records of ${kind}`}
          count={found.length}
          selected={pk === undefined ? -1 : found.indexOf(pk)}
          onSelect={index => onPlace({ kind, pk: found[index] })}
          row={index => <RecordRow pk={found[index] ?? ''} row={getValue(table, found[index] ?? '')} />}
        />
        {pk !== undefined && (
          <RecordDetail
            key={JSON.stringify([kind, requestedPk])}
            {...{ store, session, kind, pk, requestedPk, onPlace, onEntry }}
            onClose={() => onPlace({ kind, pk: undefined })}
          />
        )}
      </div>
    </>
  );
}

interface RecordRowProps {
  readonly pk: string;
  readonly row: Row | undefined;
}

/** Renders again only when its record changes. */
const RecordRow = memo(function RecordRow({ pk, row }: RecordRowProps) {
  return (
    <>
      <strong className="mono">{cut(pk, MAX_NAME)}</strong>
      <span className="text soft mono">{summaryOf(row)}</span>
    </>
  );
});

function summaryOf(row: Row | undefined): string {
  if (row === undefined) return '';
  if (Array.isArray(row)) return `${row.length}: ${row.slice(0, 8).map(keyText).join(', ')}`;
  return Object.entries(row)
    .filter(([name, value]) => name !== 'id' && typeof value !== 'object')
    .map(([name, value]) => `${name} ${textOf(value)}`)
    .join('  ');
}

interface RecordDetailProps extends Omit<RecordsTabProps, 'place'> {
  readonly kind: string;
  readonly pk: string;
  /** The key that it was opened by, which may be temporary. */
  readonly requestedPk: string | undefined;
  readonly onClose: () => void;
}

function RecordDetail({
  store,
  session: { state, entries, locked, isOpened },
  kind,
  pk,
  requestedPk,
  onPlace,
  onEntry,
  onClose,
}: RecordDetailProps) {
  const select = useMemo(() => explain(kind, pk, slice => slice as DataState), [kind, pk]);
  const explanation = select(state);
  const history = useMemo(() => {
    const creation = isTemporaryKey(requestedPk) ? requestOf(requestedPk) : undefined;
    return entries.filter(
      entry =>
        isChangedBy(entry, kind, pk) || (creation !== undefined && entry.action.meta?.requestId === creation),
    );
  }, [entries, kind, pk, requestedPk]);
  const historySection = (
    <Section title="History" items={history}>
      {entry => (
        <>
          <span className="num">{timeOf(entry.at)}</span>{' '}
          <Button variant="link" onClick={() => onEntry(entry.id)}>
            {labelOfEntry(entry)}
          </Button>
        </>
      )}
    </Section>
  );
  if (explanation === undefined) {
    return (
      <Detail label={`${kind} ${pk}`} title={recordName(kind, pk)} onBack={onClose}>
        <p className="soft">{getCell(own(state.deleted, kind), pk) ? 'Deleted: not' : 'Not'} in the store.</p>
        {historySection}
      </Detail>
    );
  }
  const links = own(state.links, kind) ?? {};
  // A log does not record what was mounted.
  const readers = isOpened ? [] : readersOf(store).filter(({ reads }) => reads(kind, pk));
  const row = getValue(viewOf(state).entities[kind], pk);
  const [entity] = entitiesNamed(kind);
  // An edit of one field must not confirm optimistic values of others.
  const confirmed = getValue(state.entities[kind], pk);
  const save = (name: string, value: unknown) =>
    saveField(store, entity as EntityClass, pk, { [name]: value });
  const fields = Object.entries(explanation.fields);
  return (
    <Detail label={`${kind} ${pk}`} title={recordName(kind, pk)} onBack={onClose}>
      {locked !== undefined && <p className="soft">{locked}</p>}
      {Array.isArray(row) ? (
        <RecordLinks
          row={row}
          targets={own(links, '') ?? [kind.slice(1, -1)]}
          state={state}
          onPlace={onPlace}
        />
      ) : (
        <table className="mono values">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Value</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(([name, field]) => (
              <tr key={name}>
                <th scope="row">{cut(name)}</th>
                <td>
                  <FieldValue
                    name={name}
                    field={field}
                    targets={own(links, name) ?? own(links, '') ?? []}
                    {...{ state, onPlace }}
                    onSave={
                      entity === undefined || confirmed === undefined || locked !== undefined
                        ? undefined
                        : value => save(name, value)
                    }
                  />
                </td>
                <td className="soft from">
                  {originOf(field).map(part => (
                    <span key={part}>{part} </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Section title="Pending updates" items={explanation.overlays}>
        {({ endpointName, fields: shown }) => (
          <>
            {endpointName} shows <span className="mono">{textOf(shown)}</span>
          </>
        )}
      </Section>
      <Section title="Lists and records that refer to it" items={explanation.references}>
        {({ kind: otherKind, pk: otherPk, field }) => (
          <>
            <Button variant="link mono" onClick={() => onPlace({ kind: otherKind, pk: otherPk })}>
              {cut(recordName(otherKind, otherPk))}
            </Button>{' '}
            {field}
          </>
        )}
      </Section>
      <Section title="Responses that show it" items={explanation.responses}>
        {key => <span className="mono">{cut(key)}</span>}
      </Section>
      <Section title="Readers" items={readers}>
        {({ name, endpointName, schemaName, key }) => (
          <>
            {name ?? endpointName ?? schemaName ?? 'query'} <span className="soft mono">{cut(key)}</span>
          </>
        )}
      </Section>
      {historySection}
    </Detail>
  );
}

interface SectionProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly children: (item: Item) => ReactNode;
}

function Section<Item>({ title, items, children }: SectionProps<Item>) {
  const [first, more] = useFirst(items);
  if (items.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      {first.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a log from elsewhere may repeat anything
        <div key={i}>{children(item)}</div>
      ))}
      {more}
    </>
  );
}

function isChangedBy({ before, after }: Entry, kind: string, pk: string): boolean {
  if (before === after) return false;
  return getValue(before.entities[kind], pk) !== getValue(after.entities[kind], pk);
}

/** Shown for a value that no action of the log brought; a production build records none. */
const UNKNOWN = process.env.NODE_ENV === 'production' ? '' : 'not in the log';

/** Where a value comes from, in parts that each stay on one line. */
function originOf({ origin, number, overlays }: ExplainedField): readonly string[] {
  const last = overlays.at(-1);
  if (last !== undefined) return [last.endpointName, 'not confirmed'];
  if (origin === undefined)
    return [[number === 0 ? '' : `request ${number}`, UNKNOWN].filter(text => text !== '').join(', ')];
  const { name, by = 'request', date } = origin;
  const edited = editedIn(name);
  return [edited ?? name, `${edited === undefined ? by : 'edited here'} · ${timeOf(date)}`];
}
