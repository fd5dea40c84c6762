/** The columns of the board, in the order in which work moves through them. */
export const statuses = ['backlog', 'todo', 'in-progress', 'done'];
