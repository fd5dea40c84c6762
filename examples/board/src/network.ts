import { networkManager } from 'rdc-toolkit';
import { changes } from './resources/changes';

/** What talks to the server: requests, and the stream of what others do. The demo has something else in this place. */
export function network() {
  return [networkManager(), changes()];
}
