import { useAppDispatch, useAppSelector } from './store';
import { noticeDismissed } from './view';

/** Tells of a change that the server did not take; what it changed on the screen is gone again by itself. */
export function Notice() {
  const dispatch = useAppDispatch();
  const notice = useAppSelector(state => state.view.notice);
  return (
    <div role="status" className="notice" hidden={notice === null}>
      <p>That was not saved. {notice}</p>
      <button type="button" className="button" onClick={() => dispatch(noticeDismissed())}>
        Dismiss
      </button>
    </div>
  );
}
