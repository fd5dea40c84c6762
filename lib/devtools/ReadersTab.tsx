import { useState } from 'react';
import { labelOfEntry } from './groups';
import { JsonTree } from './JsonTree';
import { readerOf } from './readersOf';
import type { ReaderCounts, Recording } from './recording';
import { VirtualList } from './VirtualList';

interface ReadersTabProps {
  readonly recording: Recording;
  readonly onEntry: (id: number) => void;
}

/** Counted while the panel is open. */
function countsText({ updated = 0, notified = 0 }: Partial<ReaderCounts> = {}): string {
  if (notified === 0) return 'not notified yet';
  return `${counted(updated, 'update')} · ${counted(notified, 'notification')}`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** The mounted hooks: what each reads, how often its value changed, and for what the last time. */
export function ReadersTab({ recording, onEntry }: ReadersTabProps) {
  const [selected, setSelected] = useState(-1);
  const readers = [...recording.handle.observers].map(observer => ({
    ...readerOf(observer),
    counts: recording.countsOf(observer),
  }));
  const reader = readers[selected];
  const last = recording.entries().find(({ id }) => id === reader?.counts.last);
  if (readers.length === 0) return <p className="empty">No hook is reading the store.</p>;
  return (
    <div className="split" data-detail={reader ? 'some' : 'none'}>
      <VirtualList
        label="Readers"
        count={readers.length}
        selected={selected}
        onSelect={setSelected}
        row={at => (
          <>
            <span className="text">
              {readers[at]?.name !== undefined && <strong>{readers[at]?.name} </strong>}
              {readers[at]?.endpointName ?? 'query of the cache'}{' '}
              <span className="soft mono">{readers[at]?.key}</span>
            </span>
            <span className="num">{countsText(readers[at]?.counts)}</span>
          </>
        )}
      />
      {reader && (
        <section className="detail" aria-label="Reader">
          <button type="button" className="small back" onClick={() => setSelected(-1)}>
            Back
          </button>
          <h2>{reader.name ?? reader.endpointName ?? 'Cache query'}</h2>
          <p className="mono soft">{reader.key}</p>
          <h3>Arguments</h3>
          <JsonTree value={reader.args} isOpen />
          <h3>Last update</h3>
          {last === undefined ? (
            <p className="soft">None yet.</p>
          ) : (
            <button type="button" className="link" onClick={() => onEntry(last.id)}>
              {labelOfEntry(last)}
            </button>
          )}
        </section>
      )}
    </div>
  );
}
