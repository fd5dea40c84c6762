/** The kind of the records that say how streams stand. */
export const CONNECTION = 'rdc.Connection';
