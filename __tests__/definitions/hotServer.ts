/** The URL of a test's server. */
export const server = { url: '' };
