import { useQuery } from 'rdc-toolkit/react';
import { Connection } from 'rdc-toolkit/stream';
import { useState } from 'react';
import { useOnline } from './useOnline';

/** `offline` without a network, `lost` without the server. */
export type ConnectionState = 'live' | 'lost' | 'offline';

/** The connection to the server, judged by the network and by the stream of changes. */
export function useConnection(): ConnectionState {
  const isOnline = useOnline();
  const status = useQuery(Connection, { id: 'stream' })?.status;
  const [isLost, setIsLost] = useState(false);
  // While a stream reconnects, it alternates between `connecting` and `waiting`: lost until it is open again.
  const isLostNow = status === 'waiting' || (status === 'connecting' && isLost);
  if (isLostNow !== isLost) setIsLost(isLostNow);
  if (!isOnline) return 'offline';
  return isLostNow ? 'lost' : 'live';
}
