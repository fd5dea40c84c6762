import { RestEndpoint } from 'rdc-toolkit';
import { User } from './User';

/** Everybody who has the board open; asked for every few seconds, but only while it is shown. */
export const getPresence = new RestEndpoint({
  path: '/api/presence',
  name: 'Presence.get',
  schema: [User],
  pollFrequency: 3_000,
});
