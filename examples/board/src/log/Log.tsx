import { lazy, Suspense } from 'react';
import { useAppSelector } from '../store';

// A separate chunk, loaded when the log is opened.
const LogPanel = lazy(async () => ({ default: (await import('./LogPanel')).LogPanel }));

/** The library's panel with the log of its actions, once the user has opened it. */
export function Log() {
  const isShown = useAppSelector(state => state.view.isLogShown);
  return <Suspense>{isShown && <LogPanel />}</Suspense>;
}
