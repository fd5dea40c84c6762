import { useController, useLoading } from 'rdc-toolkit/react';
import { Avatar } from '../parts/Avatar';
import { logOut } from '../resources/Session';
import { forget } from '../visits';
import { useMe } from './useMe';
import './session.css';

/** Who one is, and the way out. */
export function Me() {
  const controller = useController();
  const me = useMe();

  const [leave, isLeaving] = useLoading(async () => {
    await controller.fetch(logOut);
    forget();
    controller.resetEntireStore();
  });

  return (
    <span className="me">
      <Avatar of={me} />
      <span>{me?.login}</span>
      <button type="button" className="button" onClick={leave} disabled={isLeaving}>
        Log out
      </button>
    </span>
  );
}
