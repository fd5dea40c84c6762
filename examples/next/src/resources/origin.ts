/**
 * Where this app is found. It is part of the key of each request, so the server has to be told the very address at
 * which browsers open the page.
 */
export const origin =
  typeof window === 'undefined'
    ? (process.env.ORIGIN ?? `http://localhost:${process.env.PORT ?? 3000}`)
    : window.location.origin;
