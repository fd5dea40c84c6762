import { useEffect, useMemo, useRef, useState } from 'react';
import { Differences } from './Differences';
import type { Entry } from './Entry';
import { beginToShow, endToShow, mayShow } from './firstLook';
import { groupsOf } from './groups';
import { JsonTree } from './JsonTree';
import { type OpenedLog, openedLog } from './openedLog';
import type { Recording } from './recording';
import { timeOf } from './timeOf';
import { VirtualList } from './VirtualList';

interface LogTabProps {
  readonly recording: Recording;
  /** Id of the entry that is looked at. */
  readonly selected: number | undefined;
  readonly onSelect: (id: number | undefined) => void;
  readonly onOpen: (kind: string, pk: string) => void;
  /** The log of a file, in place of that of the app. */
  readonly opened: OpenedLog | undefined;
  readonly setOpened: (log: OpenedLog | undefined) => void;
}

/** The reducer moves in time in development alone. */
const CAN_TRAVEL = process.env.NODE_ENV !== 'production';

/** The log, each request with its response; a slider moves the app through it. */
export function LogTab({ recording, selected, onSelect, onOpen, opened, setOpened }: LogTabProps) {
  const file = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [said, setSaid] = useState('');
  const [showsQuiet, setShowsQuiet] = useState(true);
  const [step, setStep] = useState<number>();
  const entries = opened?.entries ?? recording.entries();
  const groups = useMemo(() => groupsOf(entries), [entries]);
  const shown = showsQuiet ? groups : groups.filter(({ isQuiet, isFailed }) => !isQuiet || isFailed);
  const index = shown.findIndex(group => group.entries.some(({ id }) => id === selected));
  const group = shown[index];
  const isPast = recording.isPast();

  /** Shows the app as it was after so many entries; after the last one of its own log it is back in the present. */
  function travelTo(to: number) {
    const isPresent = opened === undefined && to >= entries.length;
    setStep(isPresent ? undefined : to);
    const state = entries[to - 1]?.after ?? entries[0]?.before;
    // Of another log it does not matter how many versions there were: earlier than the present, and no empty store.
    recording.show(isPresent || state === undefined ? undefined : { ...state, version: -1 });
  }

  async function open(picked: File | undefined) {
    if (picked === undefined) return;
    try {
      const log = openedLog(JSON.parse(await picked.text()), recording.handle.reducerPath);
      setOpened(log);
      setStep(undefined);
      onSelect(undefined);
      setProblem(problemsOf(log, picked.name));
      const last = log.entries.at(-1);
      if (last === undefined || !CAN_TRAVEL) recording.show();
      else if (mayShow()) {
        beginToShow();
        setStep(log.entries.length);
        recording.show({ ...last.after, version: -1 });
      } else {
        endToShow();
        recording.show();
        setSaid('The app failed over the last log that it showed. Choose what it shows of this one.');
      }
    } catch (error) {
      setProblem(`${picked.name} is not a log: ${(error as Error).message}`);
    }
  }

  function close() {
    setOpened(undefined);
    setStep(undefined);
    setProblem('');
    recording.show();
  }

  async function copyAsTest() {
    const test = testOf(logOf(recording, entries));
    const isCopied = await copied(test);
    if (!isCopied) download(test, 'rdc-log.test.ts');
    setSaid(
      isCopied
        ? 'Copied: a test with the responses of this log'
        : 'Saved as rdc-log.test.ts: this page may not use the clipboard',
    );
  }

  // Where the app has failed it has taken the panel with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each log is another risk
  useEffect(() => {
    if (isPast) endToShow();
  }, [isPast, opened]);

  const at = step === undefined || !isPast ? entries.length : Math.min(step, entries.length);
  return (
    <>
      <div className="tools">
        <button
          type="button"
          className="small"
          onClick={() => setShowsQuiet(!showsQuiet)}
          aria-pressed={!showsQuiet}
        >
          Only changes
        </button>
        {CAN_TRAVEL && (
          <label className="slider" style={{ display: 'flex', gap: 6, alignItems: 'center' }}>
            <span className="soft">Time</span>
            <input
              className="slider"
              type="range"
              min={0}
              max={entries.length}
              value={at}
              disabled={entries.length === 0}
              aria-valuetext={
                at === entries.length ? (opened ? 'the end' : 'the present') : timeOf(entries[at]?.at ?? 0)
              }
              onChange={event => travelTo(Number(event.target.value))}
            />
          </label>
        )}
        <button
          type="button"
          className="small"
          onClick={() => download(logOf(recording, entries), 'rdc-log.json')}
        >
          Export
        </button>
        <button type="button" className="small" onClick={() => file.current?.click()}>
          Open a log
        </button>
        <button type="button" className="small" onClick={() => void copyAsTest()}>
          Copy as test
        </button>
        {opened === undefined ? (
          <button type="button" className="small" onClick={recording.clear}>
            Clear
          </button>
        ) : (
          <button type="button" className="small" onClick={close}>
            Close the log
          </button>
        )}
        <input
          ref={file}
          type="file"
          hidden
          accept="application/json,.json"
          aria-label="Log to open"
          onChange={({ currentTarget }) => {
            void open(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
        <span className="soft" role="status">
          {said}
        </span>
      </div>
      {isPast && (
        <div className="past">
          {opened ? 'The app shows this log.' : 'The app shows an earlier time.'}
          <button type="button" className="small" onClick={opened ? close : () => travelTo(entries.length)}>
            Back to the present
          </button>
        </div>
      )}
      {problem !== '' && (
        <p className="empty bad" role="alert">
          {problem}
        </p>
      )}
      {shown.length === 0 && (
        <p className="empty">{opened ? 'No actions to show.' : 'Nothing recorded yet.'}</p>
      )}
      <div className="split" data-detail={group ? 'some' : 'none'}>
        <VirtualList
          label={opened ? 'Opened log' : 'Log'}
          count={shown.length}
          selected={index}
          onSelect={to => onSelect(shown[to]?.main.id)}
          isDim={to =>
            (shown[to]?.isQuiet === true && !shown[to]?.isFailed) || (isPast && (shown[to]?.id ?? 0) > at)
          }
          followsEnd
          row={to => {
            const line = shown[to];
            return (
              line && (
                <>
                  <span className="num">{timeOf(line.at)}</span>
                  <span className={line.isFailed ? 'text bad' : 'text'}>{line.label}</span>
                  {line.count > 1 && <span className="count">× {line.count}</span>}
                  {line.isPending && <span className="num">in flight</span>}
                </>
              )
            );
          }}
        />
        {group && (
          <section className="detail" aria-label="Action">
            <button type="button" className="small back" onClick={() => onSelect(undefined)}>
              Back
            </button>
            <h2>{group.label}</h2>
            {CAN_TRAVEL && (
              <div className="actions">
                <button
                  type="button"
                  className="small"
                  onClick={() => travelTo(entries.findIndex(({ id }) => id === group.main.id) + 1)}
                >
                  Show the app after this
                </button>
              </div>
            )}
            <h3>Changes</h3>
            <Differences before={group.main.before} after={group.main.after} onOpen={onOpen} />
            {group.entries.slice(-MAX_ACTIONS).map(entry => (
              <div key={entry.id}>
                <h3>{entry.action.type}</h3>
                <JsonTree value={entry.action} isOpen={entry === group.main} />
              </div>
            ))}
          </section>
        )}
      </div>
    </>
  );
}

/** What of a log could not be replayed. */
function problemsOf({ refused, unknown, isStartLost }: OpenedLog, file: string): string {
  const names = unknown.slice(0, MAX_NAMES).join(', ');
  const more = unknown.length > MAX_NAMES ? ` and ${unknown.length - MAX_NAMES} more` : '';
  return [
    refused === 0 ? '' : `${refused} of the actions in ${file} cannot be replayed, and are left out.`,
    unknown.length === 0
      ? ''
      : `Actions that name ${names}${more} change nothing: this app has not loaded them.`,
    isStartLost
      ? `The state at the start of ${file} cannot be read: the log begins with an empty store.`
      : '',
  ]
    .filter(text => text !== '')
    .join(' ');
}

/** More names are counted. */
const MAX_NAMES = 5;

/** Of a long fold the last ones are shown. */
const MAX_ACTIONS = 10;

function logOf({ handle, state }: Recording, entries: readonly Entry[]): string {
  const start = { [handle.reducerPath]: entries[0]?.before ?? state() };
  return JSON.stringify({ start, actions: entries.map(({ action }) => action) });
}

function download(text: string, name: string) {
  const url = URL.createObjectURL(new Blob([text]));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

function testOf(log: string): string {
  return [
    "import { createFixtureStore, fixturesFromLog } from 'rdc-toolkit/testing';",
    '// Import the modules that define your endpoints, so that the log finds them by name.',
    '',
    `const log = ${JSON.stringify(log)};`,
    '',
    "it('does what it did', async () => {",
    '  const store = createFixtureStore({ fixtures: fixturesFromLog(log) });',
    '});',
    '',
  ].join('\n');
}

/** Whether a text could be copied; a page that is neither of https nor of localhost has no clipboard, and others may be refused it. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
