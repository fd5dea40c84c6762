import { setTimeout } from 'node:timers/promises';
import { books } from '../../../server/catalogue';
import { readerOfRequest } from '../../../server/readers';

const THOUGHT_MS = 700;

/** What a reader might like takes some thought: the page is there meanwhile. */
export async function GET() {
  const { shelf } = await readerOfRequest();
  await setTimeout(THOUGHT_MS);
  return Response.json(books.filter(({ id }) => !shelf.has(id)).map(({ year, ...book }) => book));
}
