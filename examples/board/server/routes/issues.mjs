import { Hono } from 'hono';
import { problem } from '../problem.mjs';
import { readJson } from '../readJson.mjs';
import { statuses } from '../statuses.mjs';

/** `/api/issues` */
export function issueRoutes({ issues, people, labels }, windows) {
  function missing(id) {
    const deleted = issues.deleted(id);
    if (deleted) problem(410, `${deleted.deletedBy} deleted this issue.`, deleted);
    problem(404, `There is no issue ${id}.`);
  }

  /** A person or a label may be sent by name, or as a whole object, as in responses. */
  const named = (value, name) => (typeof value === 'object' && value !== null ? value[name] : value);

  function readPerson(value) {
    const login = named(value, 'login');
    if (!people.has(login)) problem(422, `There is no user ${login}.`);
    return login;
  }

  function readLabel(value) {
    const name = named(value, 'name');
    if (!labels.has(name)) problem(422, `There is no label ${name}.`);
    return name;
  }

  const readers = {
    title(value) {
      if (typeof value !== 'string' || value.trim() === '') problem(422, 'An issue needs a title.');
      return value.trim();
    },
    body: value => (typeof value === 'string' ? value : problem(422, 'The description must be text.')),
    status: value =>
      statuses.includes(value) ? value : problem(422, `${value} is not one of: ${statuses.join(', ')}.`),
    assignee: value => (value === null || value === '' ? null : readPerson(value)),
    reporter: readPerson,
    labels: value => (Array.isArray(value) ? value.map(readLabel) : problem(422, 'Labels must be a list.')),
  };

  /** The fields of `body` that a client may set, each checked. */
  const read = body =>
    Object.fromEntries(
      Object.entries(readers)
        .filter(([name]) => body[name] !== undefined)
        .map(([name, readField]) => [name, readField(body[name])]),
    );

  const blank = { body: '', status: 'backlog', assignee: null, labels: [] };
  const now = () => new Date().toISOString();

  /** Announces a change to all windows; returns the response to the one that made it. */
  const announce = (event, issue) => {
    windows.tell(event, issue);
    return issue;
  };

  return new Hono()
    .get('/', c => c.json(issues.list(c.req.query())))
    .post('/', async c => {
      const { title, reporter, ...rest } = await readJson(c);
      const at = now();
      const issue = read({ ...blank, ...rest, title: title ?? '', reporter: reporter ?? null });
      return c.json(
        announce('issue created', issues.insert({ ...issue, createdAt: at, updatedAt: at })),
        201,
      );
    })
    .get('/:id', c => {
      const { id } = c.req.param();
      return c.json(issues.get(id) ?? missing(id));
    })
    .put('/:id', async c => {
      const { id } = c.req.param();
      const { title, ...rest } = await readJson(c);
      const issue = read({ ...blank, ...rest, title: title ?? '' });
      return c.json(
        announce('issue changed', issues.update(id, { ...issue, updatedAt: now() }) ?? missing(id)),
      );
    })
    .patch('/:id', async c => {
      const { id } = c.req.param();
      const changes = read(await readJson(c));
      return c.json(
        announce('issue changed', issues.update(id, { ...changes, updatedAt: now() }) ?? missing(id)),
      );
    })
    .delete('/:id', c => {
      const { id } = c.req.param();
      if (!issues.remove(id, c.get('login'))) missing(id);
      return c.json(announce('issue deleted', { id }));
    })
    .post('/:id/restoration', c => {
      const { id } = c.req.param();
      return c.json(announce('issue restored', issues.restore(id) ?? missing(id)), 201);
    });
}
