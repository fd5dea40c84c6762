import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { problem } from '../problem.mjs';
import { readJson } from '../readJson.mjs';

/** `/api/session`: who is logged in; `null` is a response, too. */
export function sessionRoutes({ sessions, people }, windows) {
  const sessionOf = login => ({ person: login === null ? null : people.get(login) });

  return new Hono()
    .get('/', c => c.json(sessionOf(c.get('login'))))
    .post('/', async c => {
      const { login } = await readJson(c);
      if (!people.has(login ?? null)) problem(422, `There is no user ${login}.`);
      setCookie(c, 'session', sessions.begin(login), { httpOnly: true, sameSite: 'Strict' });
      return c.json(sessionOf(login), 201);
    })
    .delete('/', c => {
      const session = getCookie(c, 'session');
      sessions.end(session);
      windows.closeAll(session);
      deleteCookie(c, 'session');
      return c.json(sessionOf(null));
    });
}
