import { fixtureManager } from 'rdc-toolkit/testing';
import { demoData } from './demoData';
import { interceptors } from './interceptors';

/** In place of a server: everything is served from memory, and is as new after a reload. */
export function network() {
  return [fixtureManager({ interceptors, getInitialState: demoData })];
}
