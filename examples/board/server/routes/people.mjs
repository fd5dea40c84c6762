import { Hono } from 'hono';
import { problem } from '../problem.mjs';

/** `/api/people` */
export function peopleRoutes({ people }) {
  return new Hono()
    .get('/', c => c.json(people.list()))
    .get('/:login', c => {
      const { login } = c.req.param();
      return c.json(people.get(login) ?? problem(404, `There is no user ${login}.`));
    });
}
