/**
 * The cookies of the requests that are being handled, each by its ticket.
 *
 * Client components cannot read cookies, not even while the server renders them, and what they are given as a prop
 * is sent to the browser, where scripts could read it. So they are given a ticket, which is of no use there. It is a
 * property of the global object since Next.js loads modules twice: for server components, and for client components.
 */
export function heldCookies() {
  const shared = globalThis as { cookies?: Map<string, string> };
  shared.cookies ??= new Map();
  return shared.cookies;
}
