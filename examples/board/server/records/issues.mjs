import { inTransaction } from '../database.mjs';
import { labelJson } from './labels.mjs';
import { personJson } from './people.mjs';

const issueJson = `json_object(
  'id', CAST(i.id AS TEXT),
  'number', i.id,
  'title', i.title,
  'body', i.body,
  'status', i.status,
  'assignee', json((SELECT ${personJson} FROM people WHERE login = i.assignee)),
  'reporter', json((SELECT ${personJson} FROM people WHERE login = i.reporter)),
  'labels', json((SELECT json_group_array(json(${labelJson}) ORDER BY name)
    FROM labels JOIN issueLabels ON label = name WHERE issueId = i.id)),
  'commentCount', (SELECT count(*) FROM comments WHERE issueId = i.id AND deletedBy IS NULL),
  'createdAt', i.createdAt,
  'updatedAt', i.updatedAt
)`;

/**
 * Issues, with the people and labels that belong to them.
 *
 * A list is ordered by when each issue entered its column, so that a moved card stays where it
 * was dropped: at the end.
 */
export function issueRecords(database) {
  const columns = ['title', 'body', 'status', 'assignee', 'reporter', 'position', 'createdAt', 'updatedAt'];
  const lastPosition = () => database.get('SELECT coalesce(max(position), 0) AS last FROM issues').last;

  function get(id) {
    const row = database.get(`SELECT ${issueJson} AS json FROM issues i WHERE id = ? AND deletedBy IS NULL`, [
      id,
    ]);
    return row && JSON.parse(row.json);
  }

  function setLabels(issueId, labels) {
    database.run('DELETE FROM issueLabels WHERE issueId = ?', [issueId]);
    for (const label of new Set(labels)) {
      database.run('INSERT INTO issueLabels (issueId, label) VALUES (?, ?)', [issueId, label]);
    }
  }

  return {
    get,

    list({ status = null, assignee = null, label = null, q = null }) {
      const rows = database.all(
        `SELECT ${issueJson} AS json FROM issues i
         WHERE deletedBy IS NULL
           AND (:status IS NULL OR status = :status)
           AND (:assignee IS NULL OR assignee = :assignee)
           AND (:label IS NULL OR EXISTS (SELECT 1 FROM issueLabels WHERE issueId = i.id AND label = :label))
           AND (:q IS NULL OR instr(lower(title || char(10) || body), lower(:q)) > 0)
         ORDER BY position, id`,
        { ':status': status, ':assignee': assignee, ':label': label, ':q': q },
      );
      return rows.map(row => JSON.parse(row.json));
    },

    insert({ labels, ...fields }) {
      return inTransaction(database, () => {
        const issue = { ...fields, position: lastPosition() + 1 };
        const { lastInsertRowid } = database.run(
          `INSERT INTO issues (${columns}) VALUES (${columns.map(name => `:${name}`)})`,
          Object.fromEntries(columns.map(name => [`:${name}`, issue[name]])),
        );
        setLabels(lastInsertRowid, labels);
        return get(lastInsertRowid);
      });
    },

    update(id, { labels, ...changes }) {
      return inTransaction(database, () => {
        const before = get(id);
        if (before === null) return null;
        const values = { ...changes };
        if (values.status !== undefined && values.status !== before.status)
          values.position = lastPosition() + 1;
        const changed = columns.filter(name => values[name] !== undefined);
        database.run(`UPDATE issues SET ${changed.map(name => `${name} = :${name}`)} WHERE id = :id`, {
          ':id': id,
          ...Object.fromEntries(changed.map(name => [`:${name}`, values[name]])),
        });
        if (labels !== undefined) setLabels(id, labels);
        return get(id);
      });
    },

    /** @returns {boolean} Whether the issue existed. Its comments go with it. */
    remove: (id, login) =>
      database.run('UPDATE issues SET deletedBy = ? WHERE id = ? AND deletedBy IS NULL', [login, id])
        .changes > 0,

    /** @returns {{ title: string, deletedBy: string } | null} What was deleted under this id, and by whom. */
    deleted: id =>
      database.get('SELECT title, deletedBy FROM issues WHERE id = ? AND deletedBy IS NOT NULL', [id]),

    /** Undoes a deletion: the issue returns with its comments, at the end of its column. */
    restore(id) {
      database.run(
        'UPDATE issues SET deletedBy = NULL, position = ? WHERE id = ? AND deletedBy IS NOT NULL',
        [lastPosition() + 1, id],
      );
      return get(id);
    },

    isEmpty: () => lastPosition() === 0,
  };
}
