import { useController, useLoading } from 'rdc-toolkit/react';
import { draftsForgotten } from '../drafts';
import { Avatar } from '../parts/Avatar';
import { logOut } from '../resources/Session';
import { useAppDispatch } from '../store';
import { forget } from '../visits';
import { useMe } from './useMe';
import './session.css';

/** The current user, and a button to log out. */
export function Me() {
  const dispatch = useAppDispatch();
  const controller = useController();
  const me = useMe();

  const [leave, isLeaving] = useLoading(async () => {
    await controller.fetch(logOut);
    forget();
    dispatch(draftsForgotten());
    controller.resetEntireStore();
  });

  return (
    <span className="me">
      <span className="me-name">
        <Avatar of={me} />
        {me?.login}
      </span>
      <button type="button" className="button" onClick={leave} disabled={isLeaving}>
        Log out
      </button>
    </span>
  );
}
