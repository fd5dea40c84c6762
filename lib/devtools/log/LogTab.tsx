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
import { unmarkShowing } from './crashGuard';
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
  const visibleGroups = showsQuiet ? groups : groups.filter(({ isQuiet, isFailed }) => !isQuiet || isFailed);
  const index = visibleGroups.findIndex(group => group.entries.some(({ id }) => id === selected));
  const group = visibleGroups[index];
  const isPast = recording.isPast();
  const isMoved = recording.isMovedByTools();
  const shownCount = step === undefined || !isPast ? entries.length : Math.min(step, entries.length);
  /** The entry after which the app is shown, if that is not the present. */
  const lastId = isPast && !isMoved ? (entries[shownCount - 1]?.id ?? 0) : undefined;
  const current = lastId === undefined ? undefined : lineIndexOf(lastId, visibleGroups);
  const shownGroup = group && untilEntry(group, lastId);
  const isLater = (other: Group | undefined) => lastId !== undefined && (other?.id ?? 0) > lastId;

  // If the app crashes, this panel is unmounted with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of each log is another risk
  useEffect(() => {
    if (isPast) unmarkShowing();
  }, [isPast, opened, step]);

  return (
    <>
      <LogTools
        {...{ recording, session, log, shownCount, showsQuiet }}
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
      {visibleGroups.length === 0 && (
        <p className="empty">{isOpened ? 'No actions to show.' : 'Nothing recorded yet.'}</p>
      )}
      <div className="split" data-detail={group ? 'some' : 'none'}>
        <VirtualList
          label={isOpened ? 'Opened log' : 'Log'}
          count={visibleGroups.length}
          selected={index}
          onSelect={rowIndex => onSelect(visibleGroups[rowIndex]?.main.id)}
          isDim={rowIndex =>
            (visibleGroups[rowIndex]?.isQuiet === true && !visibleGroups[rowIndex]?.isFailed) ||
            isLater(visibleGroups[rowIndex])
          }
          current={current}
          followsEnd={lastId === undefined}
          wraps
          row={rowIndex => {
            const line = visibleGroups[rowIndex] && untilEntry(visibleGroups[rowIndex], lastId);
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
        {group && shownGroup && (
          <Detail label="Action" title={shownGroup.label} onBack={() => onSelect(undefined)}>
            {isLater(shownGroup) && <p className="soft">Later than the time that the app shows.</p>}
            {CAN_TRAVEL && !isMoved && (
              <div className="actions">
                <Button onClick={() => travelTo(entries.findIndex(({ id }) => id === group.main.id) + 1)}>
                  Show the app after this
                </Button>
              </div>
            )}
            <h3>Changes</h3>
            <Differences before={shownGroup.main.before} after={shownGroup.main.after} onOpen={onOpen} />
            {shownGroup.entries.slice(-MAX_ACTIONS).map(entry => (
              <div key={entry.id}>
                <h3 className="mono">{cut(entry.action.type)}</h3>
                <JsonTree value={entry.action} isOpen={entry === shownGroup.main} />
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
function lineIndexOf(lastId: number, visibleGroups: readonly Group[]): number {
  const index = visibleGroups.findIndex(group => group.entries.some(({ id }) => id === lastId));
  return index < 0 ? visibleGroups.findLastIndex(({ main }) => main.id <= lastId) : index;
}

/** The outcome of a request, for a line that has room only for its beginning. */
function outcomeOf({ main, isFailed }: Group): string {
  if (main.action.type !== actionTypes.SET_RESPONSE) return '';
  return isFailed ? '✗' : '✓';
}

/** A longer fold shows only its last ones. */
const MAX_ACTIONS = 10;
