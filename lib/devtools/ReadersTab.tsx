import { useState } from 'react';
import { subjectOf } from '../log/labelOf';
import { attempt } from '../plain/attempt';
import { type Reader, readerOf } from './explain/readersOf';
import { Button, Detail } from './parts/Button';
import { cut, JsonTree } from './parts/JsonTree';
import { VirtualList } from './parts/VirtualList';
import { labelOfEntry } from './recording/groups';
import type { Recording } from './recording/recording';
import type { Session } from './recording/session';
import type { ReaderCounts } from './recording/watchedReaders';

interface ReadersTabProps {
  readonly recording: Recording;
  readonly session: Session;
  readonly onEntry: (id: number) => void;
}

/** Counted while the panel is open. */
function countsText({ rendered = 0, notified = 0 }: Partial<ReaderCounts> = {}): string {
  if (notified === 0) return 'not notified yet';
  return `${withCount(rendered, 'render')} · ${withCount(notified, 'notification')}`;
}

function withCount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** The mounted hooks: what each reads, how often it rendered, and what caused the last render. */
export function ReadersTab({ recording, session: { entries, isOpened }, onEntry }: ReadersTabProps) {
  const [selected, setSelected] = useState(-1);
  const readers = [...recording.handle.observers].map(observer => ({
    ...readerOf(observer),
    counts: recording.countsOf(observer),
  }));
  const reader = readers[selected];
  const { last } = reader?.counts ?? {};
  const cause = entries.find(({ id }) => id === last);
  if (readers.length === 0) return <p className="empty">No hook is reading the store.</p>;
  return (
    <>
      {isOpened && <p className="note">{MOUNTED_HERE}</p>}
      <div className="split" data-detail={reader ? 'some' : 'none'}>
        <VirtualList
          label="Readers"
          count={readers.length}
          selected={selected}
          onSelect={setSelected}
          row={index => (
            <>
              <span className="text">
                {readers[index]?.name !== undefined && <strong>{readers[index]?.name} </strong>}
                {subjectName(readers[index])}{' '}
                {cut(attempt(() => subjectOf({ args: readers[index]?.args ?? [] })))}{' '}
                <span className="soft mono">{cut(readers[index]?.key)}</span>
              </span>
              {!isOpened && <span className="num">{countsText(readers[index]?.counts)}</span>}
            </>
          )}
        />
        {reader && (
          <Detail label="Reader" title={reader.name ?? subjectName(reader)} onBack={() => setSelected(-1)}>
            <p className="mono soft">{cut(reader.key)}</p>
            <h3>Arguments</h3>
            <JsonTree value={reader.args} isOpen />
            {!isOpened && (
              <>
                <h3>Rendered last for</h3>
                {cause !== undefined ? (
                  <Button variant="link" onClick={() => onEntry(cause.id)}>
                    {labelOfEntry(cause)}
                  </Button>
                ) : (
                  <p className="soft">{last === 'travel' ? 'Time travel.' : 'Nothing yet.'}</p>
                )}
              </>
            )}
          </Detail>
        )}
      </div>
    </>
  );
}

/** The endpoint or the schema that a reader reads. */
function subjectName({ endpointName, schemaName }: Partial<Reader> = {}) {
  return endpointName ?? schemaName ?? 'response';
}

const MOUNTED_HERE =
  'A log does not tell which components were mounted. These are of this page; renders are counted without a log open.';
