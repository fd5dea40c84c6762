import { useController } from 'rdc-toolkit/react';
import { IssueResource } from '../resources/Issue';
import { statusNames } from '../resources/status';
import { useMe } from '../session/useMe';
import { useAppDispatch, useAppSelector } from '../store';
import { draftClosed } from '../view';
import { IssueFields } from './IssueFields';

/** Only `showModal()` puts a dialog in front of everything else; the focus returns afterwards. */
function showModal(dialog: HTMLDialogElement) {
  dialog.showModal();
  return () => dialog.close();
}

/** A dialog for a new issue; the card appears in its column as soon as it closes. */
export function NewIssue() {
  const dispatch = useAppDispatch();
  const controller = useController();
  const status = useAppSelector(state => state.view.drafting);
  const reporter = useMe()?.login ?? '';

  if (!status) return null;

  const create = (form: FormData) => {
    const title = String(form.get('title'));
    const body = String(form.get('body'));
    void controller.fetch(IssueResource.getList.push, { title, body, status, reporter });
    dispatch(draftClosed());
  };

  return (
    <dialog
      ref={showModal}
      className="dialog"
      aria-labelledby="new-issue"
      onClose={event => event.currentTarget.open || dispatch(draftClosed())}
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
