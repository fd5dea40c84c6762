import { useEffect, useState } from 'react';
import { useConnection } from './useConnection';
import './connection.css';

const words = {
  offline: 'You are offline. Loaded data stays readable; changes cannot be saved.',
  lost: 'No connection to the server. Trying again…',
};

/** How long "Back online" stays, in milliseconds. */
const BACK_LENGTH = 4_000;

/** Says that the connection is lost, and when it is back: by then the board has refetched what it shows. */
export function ConnectionBar() {
  const connection = useConnection();
  const [shown, setShown] = useState(connection);
  const isBack = shown !== 'live' && connection === 'live';
  if (connection !== 'live' && connection !== shown) setShown(connection);

  useEffect(() => {
    if (!isBack) return;
    const timer = setTimeout(() => setShown('live'), BACK_LENGTH);
    return () => clearTimeout(timer);
  }, [isBack]);

  const text = connection === 'live' ? isBack && 'Back online. Everything is up to date.' : words[connection];
  return (
    <div role="status" aria-label="Connection" className="connection" data-state={connection}>
      {text && <p>{text}</p>}
    </div>
  );
}
