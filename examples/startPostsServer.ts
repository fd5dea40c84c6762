import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long no request has come when a page is taken to have sent all that it sends. */
const QUIET_MS = 100;

/** The API of the examples of adopting: a server with three posts that remembers which requests it saw. */
export async function startPostsServer() {
  const posts = [1, 2, 3].map(id => ({ id, title: `Post ${id}` }));
  const requests: string[] = [];
  let open = 0;
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    requests.push(`${method} ${url}`);
    open++;
    response.once('close', () => open--);
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
    /** Resolves when no request is in flight, and none has come for a while. */
    async untilQuiet() {
      for (let seen = -1; open > 0 || seen !== requests.length; ) {
        seen = requests.length;
        await new Promise(done => setTimeout(done, QUIET_MS));
      }
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
