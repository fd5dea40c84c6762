import { useEffect, useReducer } from 'react';
import type { Recording } from './recording';

/** Renders again when something may have changed in the store: at most once a frame, and only while mounted. */
export function useRecording(recording: Recording): void {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => recording.subscribe(rerender), [recording]);
}
