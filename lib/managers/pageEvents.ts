/** The events of a page. Redux Toolkit's `setupListeners` has the same four names. */
export interface PageHandlers {
  readonly onFocus: () => void;
  readonly onFocusLost: () => void;
  readonly onOnline: () => void;
  readonly onOffline: () => void;
}

/**
 * Starts reporting the events of a page; returns a function that stops it.
 *
 * @example
 * ```ts
 * import { focusManager, type ListenToPage } from 'rdc-toolkit';
 *
 * declare const AppState: {
 *   addEventListener(type: 'change', listener: (state: string) => void): { remove(): void };
 * };
 *
 * const listenToAppState: ListenToPage = ({ onFocus, onFocusLost }) => {
 *   const subscription = AppState.addEventListener('change', state =>
 *     state === 'active' ? onFocus() : onFocusLost(),
 *   );
 *   return () => subscription.remove();
 * };
 * const manager = focusManager({ listen: listenToAppState });
 * ```
 */
export type ListenToPage = (handlers: PageHandlers) => () => void;

/** Listens to the window, where there is one. */
export const listenToWindow: ListenToPage = ({ onFocus, onFocusLost, onOnline, onOffline }) => {
  // In React Native `window` is the global object, and some packages extend it.
  if (typeof document === 'undefined' || window.addEventListener === undefined) return () => {};
  const onVisibility = () => (document.visibilityState === 'visible' ? onFocus() : onFocusLost());
  const stops = [
    on(window, 'focus', onFocus),
    on(window, 'online', onOnline),
    on(window, 'offline', onOffline),
    // Phones and switched tabs do not notify the window.
    on(document, 'visibilitychange', onVisibility),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

/** Whether there is a connection, as far as the platform knows before the first event. */
export function startsOnline(): boolean {
  return typeof navigator === 'undefined' || navigator.onLine !== false;
}

/** Whether the page is hidden, as far as the platform knows before the first event. */
export function startsHidden(): boolean {
  return typeof document !== 'undefined' && document.visibilityState === 'hidden';
}

function on(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}

const BY_TYPE: ReadonlyMap<unknown, keyof PageHandlers> = new Map([
  ['__rtkq/focused', 'onFocus'],
  ['__rtkq/unfocused', 'onFocusLost'],
  ['__rtkq/online', 'onOnline'],
  ['__rtkq/offline', 'onOffline'],
]);

/**
 * Reports the actions that RTK Query's `setupListeners` dispatches, in a store that has both.
 *
 * @see https://redux-toolkit.js.org/rtk-query/api/setupListeners
 */
export function notePageAction(action: unknown, handlers: PageHandlers): void {
  const name = BY_TYPE.get((action as { readonly type?: unknown }).type);
  if (name !== undefined) handlers[name]();
}
