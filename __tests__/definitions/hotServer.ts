/** Where the server of a test is. */
export const server = { url: '' };
