import { booksOf, readerOfRequest } from '../../../../server/readers';

interface Context {
  readonly params: Promise<{ id: string }>;
}

export async function GET(_request: Request, { params }: Context) {
  const { id } = await params;
  const book = booksOf(await readerOfRequest()).find(book => book.id === id);
  return book ? Response.json(book) : Response.json({ message: 'Not on your shelf.' }, { status: 404 });
}

export async function PATCH(request: Request, context: Context) {
  const { id } = await context.params;
  const { shelf } = await readerOfRequest();
  const own = shelf.get(id);
  if (own !== undefined) {
    const { status = own.status, note = own.note } = await request.json();
    shelf.set(id, { status, note });
  }
  return GET(request, context);
}
