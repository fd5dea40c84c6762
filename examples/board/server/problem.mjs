import { HTTPException } from 'hono/http-exception';

/**
 * Ends the request with `{ message }`.
 *
 * @param {400 | 401 | 404 | 410 | 422} status
 * @param {string} message What is wrong, for the person in front of the screen.
 * @param {object} [details] What a client may want to know besides.
 * @returns {never}
 */
export function problem(status, message, details = {}) {
  throw new HTTPException(status, { res: Response.json({ message, ...details }, { status }) });
}
