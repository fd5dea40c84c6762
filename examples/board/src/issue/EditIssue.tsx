import { useController } from 'rdc-toolkit/react';
import { type Issue, IssueResource } from '../resources/Issue';
import { IssueFields } from './IssueFields';

/** A form for the title and the text of an issue. */
export function EditIssue({ issue, onDone }: { issue: Issue; onDone: () => void }) {
  const controller = useController();

  function save(form: FormData) {
    const words = { title: String(form.get('title')), body: String(form.get('body')) };
    void controller.fetch(IssueResource.partialUpdate, { id: issue.id }, words);
    onDone();
  }

  return (
    <form className="form" action={save}>
      <h2 className="visually-hidden">Edit the issue</h2>
      <IssueFields title={issue.title} body={issue.body} />
      <p className="form-buttons">
        <button type="submit" className="button primary">
          Save
        </button>
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
      </p>
    </form>
  );
}
