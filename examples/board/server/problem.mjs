import { HTTPException } from 'hono/http-exception';

/**
 * Ends the request with `{ message }`.
 *
 * @param {400 | 401 | 404 | 422} status
 * @param {string} message What is wrong, for the person in front of the screen.
 * @returns {never}
 */
export function problem(status, message) {
  throw new HTTPException(status, { res: Response.json({ message }, { status }) });
}
