import { PATIENCE_FOR_LIVE_MS, playLive } from './live';

it(
  'ends as the server without a refetch where a stream tells it, whatever becomes of the connections',
  playLive,
  PATIENCE_FOR_LIVE_MS,
);
