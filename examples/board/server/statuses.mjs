/** The columns of the board, in the order in which work goes through them. */
export const statuses = ['backlog', 'todo', 'in-progress', 'done'];
