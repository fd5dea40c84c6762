import { useController } from 'rdc-toolkit/react';
import { useState } from 'react';
import { type Issue, IssueResource } from '../resources/Issue';
import { useAppDispatch } from '../store';
import { goTo } from '../useRoute';
import { deleted } from '../view';

/** Deletes an issue, after a confirmation. */
export function DeleteIssue({ issue }: { issue: Issue }) {
  const dispatch = useAppDispatch();
  const controller = useController();
  const [asked, setAsked] = useState(false);

  async function remove() {
    const { id, title } = issue;
    goTo('#/');
    await controller.fetch(IssueResource.delete, { id });
    dispatch(deleted({ id, name: `“${title}”` }));
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
      {/* biome-ignore lint/a11y/noAutofocus: the button that was pressed has gone */}
      <button type="button" className="button danger" autoFocus onClick={() => void remove()}>
        Delete it
      </button>
      <button type="button" className="button" onClick={() => setAsked(false)}>
        Keep it
      </button>
    </fieldset>
  );
}
