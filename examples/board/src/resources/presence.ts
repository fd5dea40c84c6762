import { RestEndpoint } from 'rdc-toolkit';
import { User } from './User';

/** Everyone who has the board open; polled every few seconds, but only while it is shown. */
export const getPresence = new RestEndpoint({
  path: '/api/presence',
  name: 'Presence.get',
  schema: [User],
  pollFrequency: 3_000,
});
