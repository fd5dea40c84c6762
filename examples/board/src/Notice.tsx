import { useController } from 'rdc-toolkit/react';
import { useEffect, useRef } from 'react';
import { CommentResource } from './resources/Comment';
import { IssueResource } from './resources/Issue';
import { useAppDispatch, useAppSelector } from './store';
import { noticeDismissed } from './view';

/** How long a deletion can be undone, in milliseconds; longer while the pointer is over the notice. */
const UNDO_LENGTH = 12_000;

/** Shows what just happened: a change that the server rejected, or a deletion, which it offers to undo. */
export function Notice() {
  const dispatch = useAppDispatch();
  const controller = useController();
  const notice = useAppSelector(state => state.view.notice);
  const undo = notice?.undo;
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!undo) return;
    const timer = setInterval(() => {
      if (!element.current?.matches(':hover, :focus-within')) dispatch(noticeDismissed());
    }, UNDO_LENGTH);
    return () => clearInterval(timer);
  }, [undo, dispatch]);

  function restore() {
    if (!undo) return;
    dispatch(noticeDismissed());
    if (undo.issueId === undefined) void controller.fetch(IssueResource.restore, { id: undo.id });
    else void controller.fetch(CommentResource.restore, { issueId: undo.issueId, id: undo.id });
  }

  return (
    <div role="status" aria-label="Notice" className="notice" ref={element} hidden={notice === null}>
      <p>{notice?.text}</p>
      {undo && (
        <button type="button" className="button" onClick={restore}>
          Undo
        </button>
      )}
      <button type="button" className="button" onClick={() => dispatch(noticeDismissed())}>
        Dismiss
      </button>
    </div>
  );
}
