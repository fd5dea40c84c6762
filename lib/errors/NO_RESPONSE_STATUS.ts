/** HTTP status for a request without a response: the network failed, or the request was refused. */
export const NO_RESPONSE_STATUS = 500;
