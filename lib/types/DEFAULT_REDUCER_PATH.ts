/** Where the slice is mounted unless `createDataClient({ reducerPath })` says otherwise. */
export const DEFAULT_REDUCER_PATH = 'rdc';
