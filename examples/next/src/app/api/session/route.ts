import { cookies } from 'next/headers';

/** Changes who reads, and begins anew: a whole page, with a store of its own. */
export async function POST(request: Request) {
  const reader = String((await request.formData()).get('reader'));
  (await cookies()).set('reader', reader, { httpOnly: true, sameSite: 'lax' });
  return new Response(null, { status: 303, headers: { location: '/' } });
}
