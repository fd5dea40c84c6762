import { problem } from './problem.mjs';

/**
 * The object in the body of a request.
 *
 * @param {import('hono').Context} c
 */
export async function readJson(c) {
  const body = await c.req.json().catch(() => problem(400, 'The body is not JSON.'));
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    problem(400, 'The body is not an object.');
  return body;
}
