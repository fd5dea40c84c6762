import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { streamSSE } from 'hono/streaming';

/** `/api/events`: server-sent events about every change of an issue or a comment. */
export function eventRoutes(windows) {
  return new Hono().get('/', c => {
    const login = c.get('login');
    // "No content" keeps an event source from reconnecting.
    if (login === null) return c.body(null, 204);
    return streamSSE(c, async stream => {
      let close;
      const closed = new Promise(resolve => {
        close = resolve;
      });
      stream.onAbort(close);
      const session = getCookie(c, 'session');
      const leave = windows.add({ login, session, close, send: message => stream.writeSSE(message) });
      // A comment, so that the response begins: from now on the window receives every event.
      await stream.write(':\n\n');
      await closed;
      leave();
    });
  });
}
