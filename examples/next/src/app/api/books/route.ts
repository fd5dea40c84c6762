import { booksOf, readerOfRequest } from '../../../server/readers';

export async function GET() {
  return Response.json(booksOf(await readerOfRequest()));
}

export async function POST(request: Request) {
  const { id } = await request.json();
  const reader = await readerOfRequest();
  reader.shelf.set(id, { status: 'to read', note: '' });
  return Response.json(booksOf(reader).at(-1), { status: 201 });
}
