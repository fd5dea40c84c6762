import { memo, useEffect, useMemo, useState } from 'react';
import { actionTypes } from '../../actions/actionTypes';
import { Button, Detail } from '../parts/Button';
import { Differences } from '../parts/Differences';
import { cut, JsonTree } from '../parts/JsonTree';
import { timeOf } from '../parts/timeOf';
import { VirtualList } from '../parts/VirtualList';
import { countText, type Group, groupsOf, untilEntry } from '../recording/groups';
import type { Recording } from '../recording/recording';
import { MOVED, type Session, viewIn } from '../recording/session';
import { endToShow } from './crashGuard';
import { LogTools } from './LogTools';
import { CAN_TRAVEL, type LogView } from './useLogView';

interface LogTabProps {
  readonly recording: Recording;
  readonly session: Session;
  readonly log: LogView;
  /** Id of the selected entry. */
  readonly selected: number | undefined;
  readonly onSelect: (id: number | undefined) => void;
  readonly onOpen: (kind: string, pk: string) => void;
}

/** The log, with each request and its response on one line; a slider moves the app through it. */
export function LogTab({ recording, session, log, selected, onSelect, onOpen }: LogTabProps) {
  const [showsQuiet, setShowsQuiet] = useState(true);
  const { entries, isOpened } = session;
  const { opened, step } = viewIn(recording);
  const { problem, travelTo, close } = log;
  const groups = useMemo(() => groupsOf(entries), [entries]);
  const shown = showsQuiet ? groups : groups.filter(({ isQuiet, isFailed }) => !isQuiet || isFailed);
  const index = shown.findIndex(group => group.entries.some(({ id }) => id === selected));
  const group = shown[index];
  const isPast = recording.isPast();
  const isMoved = recording.isMovedByTools();
  const at = step === undefined || !isPast ? entries.length : Math.min(step, entries.length);
  /** The entry after which the app is shown, if that is not the present. */
  const last = isPast && !isMoved ? (entries[at - 1]?.id ?? 0) : undefined;
  const current = last === undefined ? undefined : placeOf(last, shown);
  const told = group && untilEntry(group, last);
  const isLater = (one: Group | undefined) => last !== undefined && (one?.id ?? 0) > last;

  // If the app crashes, this panel is unmounted with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of each log is another risk
  useEffect(() => {
    if (isPast) endToShow();
  }, [isPast, opened, step]);

  return (
    <>
      <LogTools
        {...{ recording, session, log, at, showsQuiet }}
        onShowsQuiet={setShowsQuiet}
        onForget={() => onSelect(undefined)}
      />
      {isPast && (
        <div className="past">
          {isMoved ? MOVED : isOpened ? 'The app shows this log.' : 'The app shows an earlier time.'}
          {!isMoved && (
            <Button onClick={isOpened ? close : () => travelTo(entries.length)}>Back to the present</Button>
          )}
        </div>
      )}
      {problem !== '' && (
        <p className="empty bad" role="alert">
          {problem}
        </p>
      )}
      {shown.length === 0 && (
        <p className="empty">{isOpened ? 'No actions to show.' : 'Nothing recorded yet.'}</p>
      )}
      <div className="split" data-detail={group ? 'some' : 'none'}>
        <VirtualList
          label={isOpened ? 'Opened log' : 'Log'}
          count={shown.length}
          selected={index}
          onSelect={to => onSelect(shown[to]?.main.id)}
          isDim={to => (shown[to]?.isQuiet === true && !shown[to]?.isFailed) || isLater(shown[to])}
          current={current}
          followsEnd={last === undefined}
          wraps
          row={to => {
            const line = shown[to] && untilEntry(shown[to], last);
            return (
              line && (
                <Line
                  time={timeOf(line.at)}
                  outcome={outcomeOf(line)}
                  label={line.label}
                  times={countText(line, timeOf)}
                  isFailed={line.isFailed}
                  isPending={line.isPending}
                />
              )
            );
          }}
        />
        {group && told && (
          <Detail label="Action" title={told.label} onBack={() => onSelect(undefined)}>
            {isLater(told) && <p className="soft">Later than the time that the app shows.</p>}
            {CAN_TRAVEL && !isMoved && (
              <div className="actions">
                <Button onClick={() => travelTo(entries.findIndex(({ id }) => id === group.main.id) + 1)}>
                  Show the app after this
                </Button>
              </div>
            )}
            <h3>Changes</h3>
            <Differences before={told.main.before} after={told.main.after} onOpen={onOpen} />
            {told.entries.slice(-MAX_ACTIONS).map(entry => (
              <div key={entry.id}>
                <h3 className="mono">{cut(entry.action.type)}</h3>
                <JsonTree value={entry.action} isOpen={entry === told.main} />
              </div>
            ))}
          </Detail>
        )}
      </div>
    </>
  );
}

interface LineProps {
  readonly time: string;
  readonly outcome: string;
  readonly label: string;
  readonly times: string;
  readonly isFailed: boolean;
  readonly isPending: boolean;
}

/** Memoized: past entries do not change, while each frame may add more to the log. */
const Line = memo(function Line({ time, outcome, label, times, isFailed, isPending }: LineProps) {
  return (
    <>
      <span className="num">{time}</span>
      <span className={isFailed ? 'outcome bad' : 'outcome good'} aria-hidden="true">
        {outcome}
      </span>
      <span className={isFailed ? 'text bad' : 'text'}>{label}</span>
      {times && <span className="count">{times}</span>}
      {isPending && <span className="num">in flight</span>}
    </>
  );
});

/** The line of an entry, or of the last visible one before it; -1 before the first. */
function placeOf(last: number, shown: readonly Group[]): number {
  const index = shown.findIndex(group => group.entries.some(({ id }) => id === last));
  return index < 0 ? shown.findLastIndex(({ main }) => main.id <= last) : index;
}

/** The outcome of a request, for a line that has room only for its beginning. */
function outcomeOf({ main, isFailed }: Group): string {
  if (main.action.type !== actionTypes.SET_RESPONSE) return '';
  return isFailed ? '✗' : '✓';
}

/** A longer fold shows only its last ones. */
const MAX_ACTIONS = 10;
