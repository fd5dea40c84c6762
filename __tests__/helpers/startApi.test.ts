import { hangUp, reply, startApi, type TestApi } from './startApi';

const json = { 'content-type': 'application/json' };
const post = (url: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers });

describe('responding', () => {
  it('passes path parameters, query, body and headers to a handler', async () => {
    const api = await startApi({
      'POST /users/:id/*path': ({ params, query, body, headers }) => [params, query, body, headers['x-a']],
    });

    const response = await post(`${api.url}/users/a%2Fb/x/y?page=2&tag=p&tag=q`, '{"n":1}', {
      ...json,
      'x-a': 'yes',
    });

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual([
      { id: 'a/b', path: ['x', 'y'] },
      { page: '2', tag: ['p', 'q'] },
      { n: 1 },
      'yes',
    ]);
  });

  it('waits for an async handler', async () => {
    const api = await startApi({ 'GET /slow': async () => 'done' });
    expect(await (await fetch(`${api.url}/slow`)).json()).toBe('done');
  });

  it('responds with 204 when a handler returns nothing', async () => {
    const api = await startApi({ 'DELETE /users/:id': () => undefined, 'GET /null': () => null });
    const response = await fetch(`${api.url}/users/5`, { method: 'DELETE' });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect((await fetch(`${api.url}/null`)).status).toBe(204);
  });

  it('responds with 404 and JSON for an unknown route', async () => {
    const api = await startApi({ 'GET /users': () => [] });
    const response = await fetch(`${api.url}/nobody?x=1`);
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: 'No route for GET /nobody?x=1' },
    ]);
  });

  it('responds with 500 and the message of a handler that throws', async () => {
    const api = await startApi({
      'GET /broken': () => {
        throw new Error('out of order');
      },
    });
    const response = await fetch(`${api.url}/broken`);
    expect([response.status, await response.json()]).toEqual([500, { message: 'out of order' }]);
  });

  it('sends the status, headers and raw bodies that a handler returns', async () => {
    const api = await startApi({
      'GET /teapot': () => reply(418, { short: true }, { 'retry-after': '3' }),
      'GET /text': () => reply(200, 'plain'),
      'GET /page': () => reply(200, '<p>', { 'content-type': 'text/html' }),
      'GET /bytes': () => reply(200, new Uint8Array([1, 2, 255])),
      'GET /empty': () => reply(202),
    });
    const read = async (path: string) => {
      const { status, headers, bytes } = await fetch(api.url + path).then(async response => ({
        status: response.status,
        headers: response.headers,
        bytes: [...new Uint8Array(await response.arrayBuffer())],
      }));
      return [status, headers.get('content-type'), String.fromCharCode(...bytes), headers.get('retry-after')];
    };
    expect(await read('/teapot')).toEqual([418, 'application/json', '{"short":true}', '3']);
    expect(await read('/text')).toEqual([200, 'text/plain', 'plain', null]);
    expect(await read('/page')).toEqual([200, 'text/html', '<p>', null]);
    expect(await read('/bytes')).toEqual([200, 'application/octet-stream', '\x01\x02\xff', null]);
    expect(await read('/empty')).toEqual([202, null, '', null]);
  });

  it('streams the chunks that a handler yields', async () => {
    async function* events() {
      yield 'data: 1\n\n';
      yield 'data: 2\n\n';
    }
    const api = await startApi({
      'GET /events': () => reply(200, events(), { 'content-type': 'text/event-stream' }),
    });
    expect(await (await fetch(`${api.url}/events`)).text()).toBe('data: 1\n\ndata: 2\n\n');
  });

  it('cuts the connection when a handler hangs up', async () => {
    const api = await startApi({ 'GET /gone': hangUp });
    await expect(fetch(`${api.url}/gone`)).rejects.toMatchObject({ name: 'TypeError' });
  });

  it('rejects a route without a method, with the form to write', async () => {
    await expect(startApi({ '/users': () => [] })).rejects.toThrow("Write method and path: 'GET /users/:id'");
  });
});

describe('recording', () => {
  it('lists requests unchanged in order of arrival, including unknown ones', async () => {
    const api = await startApi({ 'GET /users/:id': () => ({}) });
    await fetch(`${api.url}/users/5?b=2&a=%20`);
    await fetch(`${api.url}/nobody`);
    expect(api.requests).toEqual(['GET /users/5?b=2&a=%20', 'GET /nobody']);
  });

  it('keeps bodies as parsed JSON, text or bytes', async () => {
    const api = await startApi({ 'POST /things': () => reply(201), 'GET /things': () => [] });
    await post(`${api.url}/things`, '{"a":[1]}', json);
    await fetch(`${api.url}/things`);
    await post(`${api.url}/things`, 'words');
    await post(`${api.url}/things`, new Uint8Array([7]));
    expect(api.bodies).toEqual([{ a: [1] }, 'words', Buffer.from([7])]);
    expect(api.seen[0]).toMatchObject({ method: 'POST', url: '/things', body: { a: [1] }, headers: json });
  });
});

describe('holding responses', () => {
  it('lets a test choose the order of the responses', async () => {
    let name = 'Ada';
    const api = await startApi({ 'GET /users/:id': () => name });
    const [first, second] = [api.hold('GET /users/5'), api.hold('GET /users/:id')];
    const order: string[] = [];
    const read = (label: string) =>
      fetch(`${api.url}/users/5`).then(async response => order.push(`${label} ${await response.json()}`));

    const early = read('early');
    await first.arrived;
    name = 'Grace';
    const late = read('late');
    await second.arrived;
    await second.release();
    await late;
    await first.release();
    await early;

    expect(order).toEqual(['late Grace', 'early Ada']);
  });

  it('holds only one request, and only a matching one', async () => {
    const api = await startApi({ 'GET /users/:id': ({ params }) => params.id, 'GET /todos': () => [] });
    const held = api.hold('GET /todos?page=2');
    await fetch(`${api.url}/users/5`);
    await fetch(`${api.url}/todos?page=1`);
    const response = fetch(`${api.url}/todos?page=2`);
    await fetch(`${api.url}/todos?page=2`);
    expect((await held.arrived).query).toEqual({ page: '2' });
    await held.release();
    expect((await response).status).toBe(200);
  });

  it('can replace the response of the handler', async () => {
    const api = await startApi({ 'GET /users/5': () => 'Ada' });
    const held = api.hold('GET /users/5');
    const response = fetch(`${api.url}/users/5`);
    await held.release(reply(503, { message: 'busy' }));
    expect((await response).status).toBe(503);
  });

  it('reports when the client aborts', async () => {
    const api = await startApi({ 'GET /users/5': () => 'Ada' });
    const held = api.hold('GET /users/5');
    const abort = new AbortController();
    const response = fetch(`${api.url}/users/5`, { signal: abort.signal });
    await held.arrived;
    abort.abort();
    await expect(response).rejects.toMatchObject({ name: 'AbortError' });
    await held.aborted;
    await held.release();
  });
});

describe('closing', () => {
  const isUp = (api: TestApi) =>
    fetch(api.url).then(
      () => true,
      () => false,
    );
  let ofFile: TestApi;
  let ofTest: TestApi | undefined;

  beforeAll(async () => {
    ofFile = await startApi({});
  });

  it('stays open for the whole test', async () => {
    ofTest = await startApi({});
    expect(await isUp(ofTest)).toBe(true);
    expect(await isUp(ofFile)).toBe(true);
  });

  it('closes after its test, or after the file if it was started in beforeAll', async () => {
    expect(await isUp(ofTest as TestApi)).toBe(false);
    expect(await isUp(ofFile)).toBe(true);
  });

  it('does not wait for held responses or keep-alive connections', async () => {
    const api = await startApi({ 'GET /users/5': () => 'Ada' });
    api.hold('GET /users/5');
    const response = fetch(`${api.url}/users/5`);
    await fetch(api.url);
    await api.close();
    await expect(response).rejects.toMatchObject({ name: 'TypeError' });
  });
});
