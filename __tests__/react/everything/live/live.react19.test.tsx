import { PATIENCE_FOR_LIVE_MS, playLive } from './live';

it(
  "ends with the server's state, without refetching streamed data, whatever the connections do",
  playLive,
  PATIENCE_FOR_LIVE_MS,
);
