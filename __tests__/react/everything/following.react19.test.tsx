import { PATIENCE_FOR_ALL_MS, playEverything } from './play';

it(
  "ends with the server's state in lists that follow each record, whatever user, code and network do",
  () => playEverything(true),
  PATIENCE_FOR_ALL_MS,
);
