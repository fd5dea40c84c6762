import { lazy, Suspense } from 'react';
import { useAppSelector } from '../store';

// In a file of its own, which nobody loads who does not want to see the log.
const LogPanel = lazy(async () => ({ default: (await import('./LogPanel')).LogPanel }));

/** The log of the library's actions, and all else that its panel tells, once somebody has asked for it. */
export function Log() {
  const isShown = useAppSelector(state => state.view.isLogShown);
  return <Suspense>{isShown && <LogPanel />}</Suspense>;
}
