/** The JSON of one person, for use in responses about issues and comments. */
export const personJson = `json_object('id', id, 'login', login, 'type', type, 'url', url)`;

/** People by login. */
export function peopleRecords(database) {
  const select = `SELECT ${personJson} AS json FROM people`;
  return {
    list: () => database.all(`${select} ORDER BY lower(login)`).map(row => JSON.parse(row.json)),
    get(login) {
      const row = database.get(`${select} WHERE login = ?`, [login]);
      return row && JSON.parse(row.json);
    },
    has: login => database.get('SELECT 1 FROM people WHERE login = ?', [login]) !== null,
    insert: ({ login, id, type, url }) =>
      database.run('INSERT OR IGNORE INTO people (login, id, type, url) VALUES (?, ?, ?, ?)', [
        login,
        id,
        type,
        url,
      ]),
  };
}
