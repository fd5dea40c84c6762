/** Whether the address asks for the log: `?devtools`. */
export const withLog = new URLSearchParams(location.search).has('devtools');
