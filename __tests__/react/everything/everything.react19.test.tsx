import { PATIENCE_FOR_ALL_MS, playEverything } from './play';

it(
  "ends with the server's state in every hook, whatever the user, code and network do",
  () => playEverything(false),
  PATIENCE_FOR_ALL_MS,
);
