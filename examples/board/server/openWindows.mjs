/**
 * The windows that are open now: their users, and how to send them changes.
 *
 * A window is `{ session, login, send(message), close() }`.
 */
export function openWindows() {
  const windows = new Set();
  return {
    /** @returns {() => void} Removes it. */
    add(window) {
      windows.add(window);
      return () => windows.delete(window);
    },

    /** Sends a change to every window: its kind, and the response to the window that made it. */
    tell(event, response) {
      const message = { event, data: JSON.stringify(response) };
      for (const { send } of windows) send(message);
    },

    /** Closes the windows of a session that has ended. */
    closeAll(session) {
      for (const window of windows) if (window.session === session) window.close();
    },

    /** All users with an open window, once each. */
    logins: () => [...new Set([...windows].map(({ login }) => login))].sort(),
  };
}
