import type { Label } from '../resources/Label';

/** A label in its own color. */
export function LabelChip({ label }: { label: Label }) {
  return (
    <span className="chip" style={{ '--color': `#${label.color}` }} title={label.description}>
      {label.name}
    </span>
  );
}
