/** The JSON of one label, for use in responses about issues. */
export const labelJson = `json_object('name', name, 'color', color, 'description', description)`;

/** Labels by name. */
export function labelRecords(database) {
  return {
    list: () =>
      database.all(`SELECT ${labelJson} AS json FROM labels ORDER BY name`).map(row => JSON.parse(row.json)),
    has: name => database.get('SELECT 1 FROM labels WHERE name = ?', [name]) !== null,
    insert: ({ name, color, description }) =>
      database.run('INSERT OR IGNORE INTO labels (name, color, description) VALUES (?, ?, ?)', [
        name,
        color,
        description,
      ]),
  };
}
