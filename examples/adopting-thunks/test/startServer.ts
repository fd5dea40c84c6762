import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server with three posts that remembers which requests it saw. */
export async function startServer() {
  const posts = [1, 2, 3].map(id => ({ id, title: `Post ${id}` }));
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    requests.push(`${method} ${url}`);
    let body = '';
    for await (const chunk of request) body += chunk;
    const post = posts.find(({ id }) => url === `/posts/${id}`);
    if (method === 'PATCH' && post !== undefined) Object.assign(post, JSON.parse(body));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(url === '/posts' ? posts : post));
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
