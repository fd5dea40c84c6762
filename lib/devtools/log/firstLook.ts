import { attempt } from '../../plain/attempt';

const STORAGE_KEY = 'rdc-toolkit/devtools/showing';

/**
 * Whether an opened log may be shown in the app at once.
 *
 * Not after the page failed over the last one, and had to be reloaded: a crash is what many logs are sent for.
 */
export function mayShow(): boolean {
  return attempt(() => sessionStorage.getItem(STORAGE_KEY) === null) ?? true;
}

/** Notes that the app is about to show an opened log, at whatever step. */
export function beginToShow(): void {
  attempt(() => sessionStorage.setItem(STORAGE_KEY, '1'));
}

/** Notes that the app has shown it, and is still there. */
export function endToShow(): void {
  attempt(() => sessionStorage.removeItem(STORAGE_KEY));
}
