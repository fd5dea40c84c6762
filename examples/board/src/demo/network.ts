import { fixtureManager } from 'rdc-toolkit/testing';
import { demoData } from './demoData';
import { interceptors } from './interceptors';

/** Replaces the server: everything is served from memory, and starts over after a reload. */
export function network() {
  return [fixtureManager({ interceptors, getInitialState: demoData })];
}
