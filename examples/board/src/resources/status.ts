/** The columns of the board, in the order in which work goes through them. */
export const statuses = ['backlog', 'todo', 'in-progress', 'done'] as const;

/** Where an issue stands. */
export type Status = (typeof statuses)[number];

/** What the columns are called on the screen. */
export const statusNames = {
  backlog: 'Backlog',
  todo: 'To do',
  'in-progress': 'In progress',
  done: 'Done',
};
