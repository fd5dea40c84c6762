import { Hono } from 'hono';

/** `/api/presence`: everyone who has a window open. */
export function presenceRoutes({ people }, windows) {
  return new Hono().get('/', c => c.json(windows.logins().map(people.get)));
}
