import { randomUUID } from 'node:crypto';

/** Who is logged in, by a session id that only its browser knows. */
export function sessionRecords(database) {
  return {
    /** @returns {string} The id of the new session. */
    begin(login) {
      const id = randomUUID();
      database.run('INSERT INTO sessions (id, login) VALUES (?, ?)', [id, login]);
      return id;
    },
    /** @returns {string | null} The user of the session. */
    loginOf: (id = '') => database.get('SELECT login FROM sessions WHERE id = ?', [id])?.login ?? null,
    end: (id = '') => database.run('DELETE FROM sessions WHERE id = ?', [id]),
  };
}
