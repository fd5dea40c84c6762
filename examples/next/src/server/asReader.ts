import { headers } from 'next/headers';

/** What server components send along, so that they get what the reader would. */
export async function asReader() {
  const cookie = (await headers()).get('cookie') ?? '';
  return { requestInit: { headers: { cookie } } };
}
