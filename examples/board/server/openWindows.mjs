/**
 * The windows that are open at the moment: who sits at them, and how to tell them of changes.
 *
 * A window is `{ session, login, send(message), close() }`.
 */
export function openWindows() {
  const windows = new Set();
  return {
    /** @returns {() => void} Takes it out again. */
    add(window) {
      windows.add(window);
      return () => windows.delete(window);
    },

    /** Tells every window what has changed: the kind of change, and the response to the window that made it. */
    tell(event, response) {
      const message = { event, data: JSON.stringify(response) };
      for (const { send } of windows) send(message);
    },

    /** Closes the windows of a session that has ended. */
    closeAll(session) {
      for (const window of windows) if (window.session === session) window.close();
    },

    /** Everybody who has a window open, once each. */
    logins: () => [...new Set([...windows].map(({ login }) => login))].sort(),
  };
}
