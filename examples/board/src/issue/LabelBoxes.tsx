import { useController, useResponse } from 'rdc-toolkit/react';
import { LabelChip } from '../parts/LabelChip';
import { type Issue, IssueResource } from '../resources/Issue';
import { LabelResource } from '../resources/Label';

/** Adds labels to an issue, and removes them. */
export function LabelBoxes({ issue }: { issue: Issue }) {
  const controller = useController();
  const { data } = useResponse(LabelResource.getList);
  const labels = data ?? issue.labels;
  const chosen = issue.labels.map(({ name }) => name);

  function toggle(name: string, wanted: boolean) {
    const others = chosen.filter(other => other !== name);
    const labels = wanted ? [...others, name] : others;
    void controller.fetch(IssueResource.partialUpdate, { id: issue.id }, { labels });
  }

  return (
    <ul className="label-list">
      {labels.map(label => (
        <li key={label.name}>
          <label>
            <input
              type="checkbox"
              checked={chosen.includes(label.name)}
              onChange={event => toggle(label.name, event.target.checked)}
            />
            <LabelChip label={label} />
          </label>
        </li>
      ))}
    </ul>
  );
}
