import { PATIENCE_FOR_ALL_MS, playEverything } from './play';

it(
  'ends as the server with lists that follow each change of a record, whatever the user, the code and the network do',
  () => playEverything(true),
  PATIENCE_FOR_ALL_MS,
);
