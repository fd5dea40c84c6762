import { useRef } from 'react';
import { attempt } from '../../plain/attempt';
import { Button } from '../parts/Button';
import { timeOf } from '../parts/timeOf';
import { openLog } from '../recording/openedLog';
import type { Recording } from '../recording/recording';
import type { Session } from '../recording/session';
import { copyText, download, logText } from './logFile';
import { testSource } from './testSource';
import { CAN_TRAVEL, type LogView } from './useLogView';

interface LogToolsProps {
  readonly recording: Recording;
  readonly session: Session;
  readonly log: LogView;
  /** How many entries the app shows. */
  readonly shownCount: number;
  readonly showsQuiet: boolean;
  readonly onShowsQuiet: (showsQuiet: boolean) => void;
  /** Called when another log replaces this one. */
  readonly onForget: () => void;
}

/** The tools for the log as a whole. */
export function LogTools({
  recording,
  session,
  log,
  shownCount,
  showsQuiet,
  onShowsQuiet,
  onForget,
}: LogToolsProps) {
  const file = useRef<HTMLInputElement>(null);
  const { entries, state, isOpened } = session;
  const { handle } = recording;
  const { reducerPath } = handle;
  const { progress, message, setMessage, travelTo } = log;
  const lastEntry = entries[shownCount - 1];
  /** Passes on the log's text; stored data may be nested too deep to be written as text. */
  const withText = (use: (text: string) => void) => {
    const text = attempt(() => logText(reducerPath, entries, state, handle.currentLog?.().redact));
    if (text === undefined)
      setMessage('This log cannot be written as JSON: it holds data that is nested too deep.');
    else use(text);
  };

  async function copyAsTest(text: string) {
    const test = testSource(text, (await openLog(text, reducerPath, () => true)).entries, reducerPath);
    const isCopied = await copyText(test);
    if (!isCopied) download(test, 'rdc-log.test.ts');
    setMessage(
      isCopied
        ? 'Copied: a test that replays this log. Paste it into a file of your tests.'
        : 'Saved as rdc-log.test.ts: this page may not use the clipboard',
    );
  }

  return (
    <div className="tools">
      <Button onClick={() => onShowsQuiet(!showsQuiet)} aria-pressed={!showsQuiet}>
        Only changes
      </Button>
      {CAN_TRAVEL && (
        <label className="slider">
          <span className="soft">Time</span>
          <input
            className="slider"
            type="range"
            min={0}
            max={entries.length}
            value={shownCount}
            disabled={entries.length === 0 || recording.isMovedByTools()}
            aria-valuetext={
              shownCount === entries.length
                ? isOpened
                  ? 'the end'
                  : 'the present'
                : lastEntry
                  ? timeOf(lastEntry.at)
                  : 'the start'
            }
            onChange={event => travelTo(Number(event.target.value))}
          />
          <span className="num" aria-hidden="true">
            {shownCount} of {entries.length}
          </span>
        </label>
      )}
      <Button onClick={() => withText(text => download(text, 'rdc-log.json'))}>Export</Button>
      <Button disabled={progress !== undefined} onClick={() => file.current?.click()}>
        Open a log
      </Button>
      <Button onClick={() => withText(text => void copyAsTest(text))}>Copy as test</Button>
      {isOpened ? (
        <Button onClick={log.close}>Close the log</Button>
      ) : (
        <Button onClick={recording.clear}>Clear</Button>
      )}
      <input
        ref={file}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="Log to open"
        onChange={({ currentTarget }) => {
          const [pickedFile] = currentTarget.files ?? [];
          if (pickedFile !== undefined) void log.open(pickedFile).then(onForget);
          currentTarget.value = '';
        }}
      />
      {progress !== undefined && <progress aria-label="Opening the log" max={1} value={progress} />}
      <span className="soft" role="status">
        {message}
      </span>
    </div>
  );
}
