import { useController } from 'rdc-toolkit/react';
import { useState } from 'react';
import { type Issue, IssueResource } from '../resources/Issue';
import { goTo } from '../useRoute';

/** Deletes an issue, when asked twice. */
export function DeleteIssue({ issue }: { issue: Issue }) {
  const controller = useController();
  const [asked, setAsked] = useState(false);

  function remove() {
    goTo('#/');
    controller.fetch(IssueResource.delete, { id: issue.id });
  }

  if (!asked) {
    return (
      <button type="button" className="button danger" onClick={() => setAsked(true)}>
        Delete
      </button>
    );
  }
  return (
    <fieldset className="confirm">
      <legend>Delete this issue and its comments?</legend>
      <button type="button" className="button danger" onClick={remove}>
        Delete it
      </button>
      <button type="button" className="button" onClick={() => setAsked(false)}>
        Keep it
      </button>
    </fieldset>
  );
}
