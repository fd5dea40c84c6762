import { useRef, useState } from 'react';
import { assertShallow, type OpenedLog, openLog } from '../recording/openedLog';
import type { Recording } from '../recording/recording';
import { viewIn } from '../recording/session';
import { canShowLog, markShowing } from './crashGuard';
import { problemsOf } from './logFile';

/** What a panel does with the log that it shows. */
export interface LogView {
  /** Why a file could not be opened, or not wholly. */
  readonly problem: string;
  /** Any other message to the user. */
  readonly message: string;
  /** How much of a file has been replayed, from 0 to 1; `undefined` while none is being opened. */
  readonly progress: number | undefined;
  setMessage(text: string): void;
  /** Shows the app after so many entries; after the last one of its own log it is back in the present. */
  travelTo(step: number): void;
  open(file: File): Promise<void>;
  close(): void;
}

/** The reducer supports time travel only in development. */
export const CAN_TRAVEL = process.env.NODE_ENV !== 'production';

/** Opens logs and travels in them, also while another tab is open, or none. */
export function useLogView(recording: Recording): LogView {
  const [problem, setProblem] = useState('');
  const [message, setMessage] = useState('');
  const [progress, setProgress] = useState<number>();
  /** The latest picked file: an earlier one must not replace it. */
  const pickedFile = useRef<File>(undefined);

  function show(log: OpenedLog) {
    const last = log.entries.at(-1);
    recording.view({ opened: log });
    if (last === undefined || !CAN_TRAVEL) recording.show();
    else if (canShowLog()) {
      markShowing();
      recording.view({ opened: log, after: last.id });
      recording.show({ ...last.after, version: -1 });
    } else {
      recording.show();
      setMessage('The app failed over the last log that it showed. Choose what it shows of this one.');
    }
  }

  return {
    problem,
    message,
    progress,
    setMessage,
    travelTo(targetStep) {
      const { opened, step, entries } = viewIn(recording);
      const isPresent = opened === undefined && targetStep >= entries.length;
      if (opened !== undefined && targetStep !== step) markShowing();
      recording.view(isPresent ? {} : { ...(opened && { opened }), after: entries[targetStep - 1]?.id ?? 0 });
      const state = entries[targetStep - 1]?.after ?? opened?.start ?? entries[0]?.before;
      // The version of another log means nothing here: -1 counts as earlier than the present, and as not empty.
      recording.show(isPresent || state === undefined ? undefined : { ...state, version: -1 });
    },
    async open(file) {
      pickedFile.current = file;
      setMessage('');
      setProblem('');
      setProgress(0);
      try {
        const log = JSON.parse(await file.text());
        assertShallow(log);
        const replayed = await openLog(log, recording.handle.reducerPath, fraction => {
          if (pickedFile.current === file) setProgress(Math.floor(20 * fraction) / 20);
          return pickedFile.current === file;
        });
        if (pickedFile.current !== file) return;
        show(replayed);
        setProblem(problemsOf(replayed, file.name));
      } catch (error) {
        if (pickedFile.current === file) setProblem(`Cannot open ${file.name}. ${(error as Error).message}`);
      }
      if (pickedFile.current === file) setProgress(undefined);
    },
    close() {
      pickedFile.current = undefined;
      setProgress(undefined);
      recording.view({});
      setProblem('');
      recording.show();
    },
  };
}
