import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { openDatabase } from './database.mjs';
import { openWindows } from './openWindows.mjs';
import { problem } from './problem.mjs';
import { commentRecords } from './records/comments.mjs';
import { issueRecords } from './records/issues.mjs';
import { labelRecords } from './records/labels.mjs';
import { peopleRecords } from './records/people.mjs';
import { sessionRecords } from './records/sessions.mjs';
import { commentRoutes } from './routes/comments.mjs';
import { eventRoutes } from './routes/events.mjs';
import { issueRoutes } from './routes/issues.mjs';
import { labelRoutes } from './routes/labels.mjs';
import { peopleRoutes } from './routes/people.mjs';
import { presenceRoutes } from './routes/presence.mjs';
import { sessionRoutes } from './routes/session.mjs';
import { seed } from './seed.mjs';

const besides = path => fileURLToPath(new URL(path, import.meta.url));

/**
 * Starts the board: its API under `/api`, and the built client everywhere else.
 *
 * @param {object} [options]
 * @param {number} [options.port] 0 for any that is free.
 * @param {string} [options.databaseFile] Filled with recorded issues if it holds none.
 * @param {string} [options.clientFolder] Where `vite build` put the client.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} Once it listens.
 * @throws {Error} With `code` EADDRINUSE when the port is taken.
 */
export async function createServer({
  port = 0,
  databaseFile = besides('../data/board.sqlite'),
  clientFolder = besides('../dist'),
} = {}) {
  const database = openDatabase(databaseFile);
  const records = {
    issues: issueRecords(database),
    comments: commentRecords(database),
    people: peopleRecords(database),
    labels: labelRecords(database),
    sessions: sessionRecords(database),
  };
  if (records.issues.isEmpty()) seed(records, database);

  const windows = openWindows();
  const api = new Hono()
    .use(async (c, next) => {
      c.set('login', records.sessions.loginOf(getCookie(c, 'session')));
      await next();
      c.header('Cache-Control', 'no-store');
    })
    .route('/session', sessionRoutes(records, windows))
    .route('/events', eventRoutes(windows))
    .route('/people', peopleRoutes(records))
    .use((c, next) => (c.get('login') === null ? problem(401, 'Please log in.') : next()))
    .route('/issues', issueRoutes(records, windows))
    .route('/issues/:issueId/comments', commentRoutes(records, windows))
    .route('/labels', labelRoutes(records))
    .route('/presence', presenceRoutes(records, windows))
    .all('*', c => c.json({ message: `There is no ${c.req.path}.` }, 404));

  const app = new Hono().route('/api', api);
  if (existsSync(clientFolder)) app.get('*', serveStatic({ root: clientFolder }));
  app.onError((error, c) =>
    error instanceof HTTPException
      ? error.getResponse()
      : c.json({ message: `The server failed: ${error.message}` }, 500),
  );

  const server = createAdaptorServer({ fetch: app.fetch, hostname: '127.0.0.1' });
  try {
    await new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  } catch (error) {
    database.close();
    throw error;
  }

  return {
    url: `http://localhost:${server.address().port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => {
          database.close();
          resolve();
        });
        // Browsers keep their connections open, and close() would wait for them.
        server.closeAllConnections();
      }),
  };
}
