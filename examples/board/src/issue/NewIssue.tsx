import { useController } from 'rdc-toolkit/react';
import { useEffect, useRef } from 'react';
import { IssueResource } from '../resources/Issue';
import { statusNames } from '../resources/status';
import { useMe } from '../session/useMe';
import { useAppDispatch, useAppSelector } from '../store';
import { draftClosed } from '../view';
import { IssueFields } from './IssueFields';

/** A dialog in which a new issue is written; the card stands in its column as soon as it closes. */
export function NewIssue() {
  const dispatch = useAppDispatch();
  const { fetch } = useController();
  const status = useAppSelector(state => state.view.drafting);
  const reporter = useMe()?.login ?? '';
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (status) dialog.current?.showModal();
    else dialog.current?.close();
  }, [status]);

  if (!status) return null;

  function create(form: FormData) {
    if (!status) return;
    const title = String(form.get('title'));
    const body = String(form.get('body'));
    fetch(IssueResource.getList.push, { title, body, status, reporter });
    dispatch(draftClosed());
  }

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="new-issue"
      onClose={() => dispatch(draftClosed())}
    >
      <h2 id="new-issue">New issue in {statusNames[status]}</h2>
      <form className="form" action={create}>
        <IssueFields />
        <p className="form-buttons">
          <button type="submit" className="button primary">
            Create
          </button>
          <button type="button" className="button" onClick={() => dispatch(draftClosed())}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  );
}
