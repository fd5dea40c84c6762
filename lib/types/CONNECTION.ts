/** The kind of the records with the status of streams. */
export const CONNECTION = 'rdc.Connection';
