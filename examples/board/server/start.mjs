import { createServer } from './createServer.mjs';

const { PORT, DATABASE: databaseFile, CLIENT: clientFolder } = process.env;

/** The usual port, or any other if it is taken; an explicitly requested port is used, or starting fails. */
async function start() {
  try {
    return await createServer({ port: Number(PORT ?? 5173), databaseFile, clientFolder });
  } catch (error) {
    if (PORT === undefined && error.code === 'EADDRINUSE')
      return createServer({ databaseFile, clientFolder });
    throw error;
  }
}

const server = await start();
console.log(server.url);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
