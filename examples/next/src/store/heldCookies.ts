/**
 * The cookies of the requests that are being answered, by their nonces.
 *
 * Client components may not read cookies, not even while the server renders them, and what they are given as a prop
 * is sent to the browser, where scripts could read it. So they are given the nonce alone. It is a property of the
 * global object because Next.js loads modules twice: for server components, and for client components.
 */
export function heldCookies() {
  const shared = globalThis as { cookies?: Map<string, string> };
  shared.cookies ??= new Map();
  return shared.cookies;
}
