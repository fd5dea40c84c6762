/** The columns of the board, in the order in which work moves through them. */
export const statuses = ['backlog', 'todo', 'in-progress', 'done'] as const;

/** The column of an issue. */
export type Status = (typeof statuses)[number];

/** The columns' names on screen. */
export const statusNames = {
  backlog: 'Backlog',
  todo: 'To do',
  'in-progress': 'In progress',
  done: 'Done',
};
