import { useController } from 'rdc-toolkit/react';
import { Avatar } from '../parts/Avatar';
import { logOut } from '../resources/Session';
import { forget } from '../visits';
import { useMe } from './useMe';
import './session.css';

/** Who one is, and the way out. */
export function Me() {
  const { fetch, resetEntireStore } = useController();
  const me = useMe();

  async function leave() {
    await fetch(logOut);
    forget();
    resetEntireStore();
  }

  return (
    <span className="me">
      <Avatar of={me} />
      <span>{me?.login}</span>
      <button type="button" className="button" onClick={leave}>
        Log out
      </button>
    </span>
  );
}
