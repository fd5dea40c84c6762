import { headers } from 'next/headers';
import { after } from 'next/server';
import { heldCookies } from '../store/heldCookies';

/** Holds the cookie of the request until it has been responded to, and names the ticket for it. */
export async function holdCookie() {
  const ticket = crypto.randomUUID();
  heldCookies().set(ticket, (await headers()).get('cookie') ?? '');
  after(() => heldCookies().delete(ticket));
  return ticket;
}
