import { networkManager } from 'rdc-toolkit';
import { changes } from './resources/changes';

/** The managers that talk to the server: requests, and the stream of changes. The demo replaces this module. */
export function network() {
  return [networkManager(), changes()];
}
