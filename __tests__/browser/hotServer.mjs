// Serves a copy of hotApp with Vite and hot reloading; prints the address and the folder of the copy as JSON.
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hot-app-')));
// Vite ends the process on a signal.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
cpSync(fileURLToPath(new URL('hotApp', import.meta.url)), folder, { recursive: true });
symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));

const tasks = ['one', 'two'].map((title, i) => ({ id: String(i + 1), title }));

/** The API of the tasks: a list, and updates of one. */
function api(request, response, next) {
  const [, path, id] = request.url.split('/');
  // The module has the same path with an extension.
  if (path !== 'tasks') return next();
  let text = '';
  request.on('data', chunk => {
    text += chunk;
  });
  request.on('end', () => {
    const task = tasks.find(one => one.id === id);
    const value = task === undefined ? tasks : Object.assign(task, text === '' ? {} : JSON.parse(text));
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
  });
}

const server = await createServer({
  root: folder,
  configFile: false,
  cacheDir: join(folder, '.vite'),
  logLevel: 'error',
  plugins: [react(), { name: 'api', configureServer: ({ middlewares }) => void middlewares.use(api) }],
  resolve: {
    alias: [
      { find: /^rdc-toolkit$/, replacement: join(project, 'lib/index.ts') },
      { find: /^rdc-toolkit\/(.*)$/, replacement: join(project, 'lib/$1/index.ts') },
    ],
  },
  server: { port: 0, host: '127.0.0.1', fs: { allow: [folder, project] } },
  // All of them before the first page: a dependency found later would reload the page.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      'react-redux',
      'redux',
      '@reduxjs/toolkit',
      '@tanstack/virtual-core',
      'path-to-regexp',
    ],
  },
});
await server.listen();
const { port } = server.httpServer.address();
console.log(JSON.stringify({ url: `http://127.0.0.1:${port}/`, folder }));
