import { apollo } from './apollo';
import { dataClient } from './dataClient';
import { entityAdapter } from './entityAdapter';
import { normalizr } from './normalizr';
import { normy } from './normy';
import { ours } from './ours';
import type { Peer } from './Peer';
import { rtkQuery } from './rtkQuery';
import { tanStackQuery } from './tanStackQuery';

/** This library first, then those of the field. */
export const peers: readonly Peer[] = [
  ours,
  rtkQuery,
  entityAdapter,
  tanStackQuery,
  dataClient,
  apollo,
  normy,
  normalizr,
];
