import { Hono } from 'hono';
import { problem } from '../problem.mjs';
import { readJson } from '../readJson.mjs';

/** `/api/issues/:issueId/comments` */
export function commentRoutes({ issues, comments, people }, windows) {
  const missing = id => problem(404, `There is no comment ${id}.`);

  function readBody({ body }) {
    if (typeof body !== 'string' || body.trim() === '') problem(422, 'A comment needs some text.');
    return body.trim();
  }

  function readAuthor({ author }) {
    const login = author?.login ?? author;
    if (!people.has(login)) problem(422, `There is no user ${login}.`);
    return login;
  }

  function readIssue(issueId) {
    const deletedBy = issues.deleted(issueId)?.deletedBy;
    if (deletedBy) problem(410, `${deletedBy} deleted this issue.`);
    return issues.get(issueId) ?? problem(404, `There is no issue ${issueId}.`);
  }

  /** Announces a change to all windows; returns the response to the one that made it. */
  const announce = (event, response) => {
    windows.tell(event, response);
    return response;
  };

  return new Hono()
    .get('/', c => {
      const { issueId } = c.req.param();
      readIssue(issueId);
      const page = comments.list(issueId, c.req.query('before'));
      const [first] = page;
      if (first && comments.list(issueId, first.id).length > 0)
        c.header('Link', `<${c.req.path}?before=${first.id}>; rel="next"`);
      return c.json(page);
    })
    .post('/', async c => {
      const { issueId } = c.req.param();
      readIssue(issueId);
      const input = await readJson(c);
      const comment = {
        author: readAuthor(input),
        body: readBody(input),
        createdAt: new Date().toISOString(),
      };
      return c.json(announce('comment created', comments.insert(issueId, comment)), 201);
    })
    .get('/:id', c => {
      const { issueId, id } = c.req.param();
      return c.json(comments.get(issueId, id) ?? missing(id));
    })
    .patch('/:id', async c => {
      const { issueId, id } = c.req.param();
      const body = readBody(await readJson(c));
      return c.json(announce('comment changed', comments.update(issueId, id, { body }) ?? missing(id)));
    })
    .delete('/:id', c => {
      const { issueId, id } = c.req.param();
      if (!comments.remove(issueId, id, c.get('login'))) missing(id);
      const { commentCount } = readIssue(issueId);
      return c.json(announce('comment deleted', { comment: { id }, issue: { id: issueId, commentCount } }));
    })
    .post('/:id/restoration', c => {
      const { issueId, id } = c.req.param();
      readIssue(issueId);
      return c.json(announce('comment restored', comments.restore(issueId, id) ?? missing(id)), 201);
    });
}
