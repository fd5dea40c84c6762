import { useEffect, useRef } from 'react';
import { useConnection } from './useConnection';

/** Calls back each time the server is reachable again. */
export function useReconnect(reconnected: () => void) {
  const connection = useConnection();
  const before = useRef(connection);
  useEffect(() => {
    const isBack = before.current !== 'live' && connection === 'live';
    before.current = connection;
    if (isBack) reconnected();
  }, [connection, reconnected]);
}
