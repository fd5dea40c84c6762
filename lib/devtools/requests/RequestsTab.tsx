import { useMemo, useReducer, useState } from 'react';
import type { Store } from 'redux';
import { subjectOf } from '../../log/labelOf';
import { attempt } from '../../plain/attempt';
import { getCell } from '../../tables/getCell';
import { Button } from '../parts/Button';
import { cut, MAX_NAME } from '../parts/JsonTree';
import { VirtualList } from '../parts/VirtualList';
import type { Recording } from '../recording/recording';
import type { Session } from '../recording/session';
import { type Disturbance, disturbancesOf, EVERY } from './disturbances';
import { RequestDetail } from './RequestDetail';
import { attemptsOf, attemptsText, type RecordedRequest, requestsIn, type ShownAttempt } from './requestsIn';

interface RequestsTabProps {
  readonly store: Store;
  readonly recording: Recording;
  readonly session: Session;
  readonly onOpen: (kind: string, pk: string) => void;
}

/** The requests of the app on a timeline, with actions on each. */
export function RequestsTab({ store, recording, session, onOpen }: RequestsTabProps) {
  const { entries, state, isOpened, locked } = session;
  const all = useMemo(() => requestsIn(entries), [entries]);
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<string>();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const disturbances = disturbancesOf(recording.handle);
  const onDisturb = (key: string, change: Partial<Disturbance>) => {
    disturbances.change(key, change);
    rerender();
  };
  const found = all.filter(({ key, endpointName }) =>
    `${endpointName} ${key}`.toLowerCase().includes(search.toLowerCase()),
  );
  const index = found.findIndex(({ requestId }) => requestId === selected);
  const request = found[index];
  const disturbed = disturbances.keys();
  /** How the next request with the key is disturbed, and whether an error was set by hand since the last success. */
  const noteOf = (item: RecordedRequest, attempts: readonly ShownAttempt[]) => {
    const { key, status } = item;
    const isFine = status === 'ok' && all.findLast(last => last.key === key)?.status === 'ok';
    const error = isFine && getCell(state.endpoints, key)?.meta.error !== undefined;
    const texts = [attemptsText(item, attempts), error ? 'failed now' : '', disturbances.textOf(key)];
    return texts.filter(text => text !== '').join(', ');
  };
  const sentBy = (item: RecordedRequest) => (isOpened ? undefined : recording.sentBy(item.request?.action));
  const begin = found[0]?.began ?? 0;
  // A request in flight lasts until now, or to the end of a log.
  const now = isOpened ? (entries.at(-1)?.at ?? 0) : Date.now();
  const end = Math.max(begin + 1, ...found.map(({ ended, left }) => ended ?? Math.max(left, now)));
  return (
    <>
      <div className="tools">
        <input
          className="field"
          type="search"
          placeholder="Endpoint or URL"
          aria-label="Search requests"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
        <span className="gap" />
        {disturbed.length > 0 && (
          <Button
            aria-pressed
            title={disturbed.join('\n')}
            onClick={() => {
              for (const key of disturbed) onDisturb(key, { fails: 'never', delay: 0 });
            }}
          >
            {disturbed.length} failing or slow: stop
          </Button>
        )}
        <fieldset className="speeds" aria-label="Speed of all requests">
          {[0, 1_000, 3_000].map(ms => (
            <Button
              key={ms}
              aria-pressed={disturbances.of(EVERY).delay === ms}
              disabled={locked !== undefined}
              onClick={() => onDisturb(EVERY, { delay: ms })}
            >
              {ms === 0 ? 'Full speed' : `+${ms / 1_000} s`}
            </Button>
          ))}
        </fieldset>
      </div>
      {locked !== undefined && (
        <p className="note" id="rdc-locked">
          {locked}
        </p>
      )}
      {found.length === 0 && <p className="empty">{emptyText(all.length > 0, isOpened)}</p>}
      <div className="split" data-detail={request ? 'some' : 'none'}>
        <VirtualList
          label="Requests"
          count={found.length}
          selected={index}
          onSelect={itemIndex => setSelected(found[itemIndex]?.requestId)}
          row={itemIndex => {
            const item = found[itemIndex];
            if (item === undefined) return undefined;
            const attempts = attemptsOf(item, sentBy(item));
            const note = isOpened ? '' : noteOf(item, attempts);
            return <RequestRow request={item} {...{ attempts, note, begin, end }} />;
          }}
          followsEnd
        />
        {request && (
          <RequestDetail
            {...{ store, session, request, onOpen, onDisturb }}
            sent={sentBy(request)}
            onClose={() => setSelected(undefined)}
          />
        )}
      </div>
    </>
  );
}

const MARKS = { pending: '…', ok: '✓', failed: '✗', aborted: '⊘' } as const;
const TONES = { pending: 'soft', ok: 'good', failed: 'bad', aborted: 'soft' } as const;
const BARS = { pending: 'sent', ok: 'sent', failed: 'failed', aborted: 'gone' } as const;

function RequestRow({
  request,
  attempts,
  note,
  begin,
  end,
}: {
  readonly request: RecordedRequest;
  readonly attempts: readonly ShownAttempt[];
  readonly note: string;
  readonly begin: number;
  readonly end: number;
}) {
  const { began, ended, status, endpointName, key } = request;
  const share = (time: number) => `${(100 * (time - begin)) / (end - begin)}%`;
  const width = (from: number, to: number) => `${(100 * Math.max(0, to - from)) / (end - begin)}%`;
  const bars: (readonly [kind: string, from: number, to: number])[] = [];
  let waitingSince = began;
  for (const { left, ended: endedAt, isFailed } of attempts) {
    const to = endedAt ?? end;
    bars.push(['wait', waitingSince, left], [isFailed ? 'failed' : BARS[status], left, to]);
    waitingSince = to;
  }
  const isOver = status !== 'pending' && status !== 'aborted';
  // Queued, or waiting for a retry.
  if (!isOver && attempts.at(-1)?.isFailed !== false) bars.push(['wait', waitingSince, ended ?? end]);
  return (
    <>
      <span className={TONES[status]} role="img" aria-label={status}>
        {MARKS[status]}
      </span>
      <span className="text">
        {cut(endpointName, MAX_NAME)} {cut(attempt(() => subjectOf(request)))}{' '}
        <span className="soft mono">{cut(key)}</span>
      </span>
      {note !== '' && <span className="note">{note}</span>}
      <span className="track" aria-hidden="true">
        {bars.map(([kind, from, to], i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they only become more
          <i key={i} className={kind} style={{ left: share(from), width: width(from, to) }} />
        ))}
      </span>
      <span className="num">{ended === undefined ? '' : `${Math.round(ended - began)} ms`}</span>
    </>
  );
}

function emptyText(hasOthers: boolean, isOpened: boolean): string {
  if (hasOthers) return 'No matching requests.';
  return isOpened ? 'No requests in this log.' : 'No requests recorded yet.';
}
