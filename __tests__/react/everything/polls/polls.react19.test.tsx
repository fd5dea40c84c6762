import { PATIENCE_FOR_POLLS_MS, playPolls } from './polls';

it(
  'ends as the server with what is polled, whatever becomes of the page, the connection and the app',
  playPolls,
  PATIENCE_FOR_POLLS_MS,
);
