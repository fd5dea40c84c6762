import { authors } from '../../../../server/catalogue';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const author = authors.find(author => author.id === id);
  return author ? Response.json(author) : new Response(null, { status: 404 });
}
