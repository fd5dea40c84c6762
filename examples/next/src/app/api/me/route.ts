import { readerOfRequest } from '../../../server/readers';

export async function GET() {
  const { id, name } = await readerOfRequest();
  return Response.json({ id, name });
}
