import { attempt } from '../../plain/attempt';

const STORAGE_KEY = 'rdc-toolkit/devtools/showing';

/**
 * Whether the app may show an opened log at once.
 *
 * Not if the page crashed while it showed the last one, and was reloaded: many logs are sent because of a crash.
 */
export function canShowLog(): boolean {
  return attempt(() => sessionStorage.getItem(STORAGE_KEY) === null) ?? true;
}

/** Records that the app is about to show an opened log, at any step. */
export function markShowing(): void {
  attempt(() => sessionStorage.setItem(STORAGE_KEY, '1'));
}

/** Records that the app has shown it without a crash. */
export function unmarkShowing(): void {
  attempt(() => sessionStorage.removeItem(STORAGE_KEY));
}
