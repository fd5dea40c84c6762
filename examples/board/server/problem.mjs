import { HTTPException } from 'hono/http-exception';

/**
 * Ends the request with `{ message }`.
 *
 * @param {400 | 401 | 404 | 410 | 422} status
 * @param {string} message What is wrong, for the user.
 * @param {object} [details] What else a client may need.
 * @returns {never}
 */
export function problem(status, message, details = {}) {
  throw new HTTPException(status, { res: Response.json({ message, ...details }, { status }) });
}
