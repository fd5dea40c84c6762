import { PATIENCE_FOR_ALL_MS, playEverything } from './play';

it(
  'ends as the server with every hook, whatever the user, the code and the network do',
  () => playEverything(false),
  PATIENCE_FOR_ALL_MS,
);
