import { personJson } from './people.mjs';

// Every comment contains its issue, whose count it changed, so that one response updates both.
const commentJson = `json_object(
  'id', CAST(c.id AS TEXT),
  'body', c.body,
  'author', json((SELECT ${personJson} FROM people WHERE login = c.author)),
  'issue', json_object(
    'id', CAST(c.issueId AS TEXT),
    'commentCount', (SELECT count(*) FROM comments WHERE issueId = c.issueId AND deletedBy IS NULL)
  ),
  'createdAt', c.createdAt
)`;

/** How many comments are listed at once. */
const PAGE_SIZE = 20;

/** Comments, each with its author and with the changed fields of its issue. */
export function commentRecords(database) {
  const select = `SELECT ${commentJson} AS json FROM comments c WHERE issueId = ? AND deletedBy IS NULL`;

  function get(issueId, id) {
    const row = database.get(`${select} AND id = ?`, [issueId, id]);
    return row && JSON.parse(row.json);
  }

  return {
    get,

    /** The latest comments, or the latest before another one; in the order in which they were written. */
    list(issueId, before) {
      const { createdAt, id } = database.get('SELECT createdAt, id FROM comments WHERE id = ?', [
        before ?? null,
      ]) ?? {
        createdAt: '9999',
        id: 0,
      };
      const rows = database.all(
        `${select} AND (createdAt, id) < (?, ?) ORDER BY createdAt DESC, id DESC LIMIT ${PAGE_SIZE}`,
        [issueId, createdAt, id],
      );
      return rows.map(row => JSON.parse(row.json)).reverse();
    },

    insert(issueId, { author, body, createdAt }) {
      const { lastInsertRowid } = database.run(
        'INSERT INTO comments (issueId, author, body, createdAt) VALUES (?, ?, ?, ?)',
        [issueId, author, body, createdAt],
      );
      return get(issueId, lastInsertRowid);
    },

    update(issueId, id, { body }) {
      database.run('UPDATE comments SET body = ? WHERE issueId = ? AND id = ?', [body, issueId, id]);
      return get(issueId, id);
    },

    /** @returns {boolean} Whether the comment existed. */
    remove: (issueId, id, login) =>
      database.run('UPDATE comments SET deletedBy = ? WHERE issueId = ? AND id = ? AND deletedBy IS NULL', [
        login,
        issueId,
        id,
      ]).changes > 0,

    /** Undoes a deletion. */
    restore(issueId, id) {
      database.run('UPDATE comments SET deletedBy = NULL WHERE issueId = ? AND id = ?', [issueId, id]);
      return get(issueId, id);
    },
  };
}
