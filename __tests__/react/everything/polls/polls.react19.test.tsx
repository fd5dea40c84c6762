import { PATIENCE_FOR_POLLS_MS, playPolls } from './polls';

it(
  "ends with the server's state in all polled data, whatever the page, connection and app do",
  playPolls,
  PATIENCE_FOR_POLLS_MS,
);
