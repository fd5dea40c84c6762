import { type ReactNode, useState } from 'react';
import { cutAt, escaped } from '../../log/labelText';

/** A value as text that unfolds. Nothing in it is executed or treated as markup. */
export function JsonTree({
  value,
  name,
  isOpen = false,
}: {
  readonly value: unknown;
  readonly name?: string;
  readonly isOpen?: boolean;
}) {
  return (
    <div className="tree">
      <Node name={name} value={value} isOpen={isOpen} />
    </div>
  );
}

/** Further parts of a value are not listed. */
const MAX_PARTS = 200;

/** How much of a name is shown if others follow, in characters. */
export const MAX_NAME = 80;

/** A text, shortened for display; a damaged log may have any value in its place. */
export function cut(text: unknown, length = 500): string {
  const fullText = String(text ?? '');
  return escaped(cutAt(fullText, length));
}

interface NodeProps {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly isOpen: boolean;
}

function Node({ name, value, isOpen }: NodeProps) {
  const label = name === undefined ? null : <span className="name">{cut(name)}: </span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div>
        {label}
        {textOf(value)}
      </div>
    );
  }
  const parts = Object.entries(value);
  if (parts.length === 0) {
    return (
      <div>
        {label}
        {Array.isArray(value) ? '[]' : '{}'}
      </div>
    );
  }
  return <Folded label={label} value={value} parts={parts} isOpen={isOpen} />;
}

interface FoldedProps {
  readonly label: ReactNode;
  readonly value: object;
  readonly parts: readonly (readonly [name: string, value: unknown])[];
  readonly isOpen: boolean;
}

/** Its contents render only once unfolded: a response may be large. */
function Folded({ label, value, parts, isOpen }: FoldedProps) {
  const [isUnfolded, setIsUnfolded] = useState(isOpen);
  return (
    <details open={isOpen} onToggle={event => setIsUnfolded(event.currentTarget.open)}>
      <summary>
        {label}
        <span className="soft">{summaryOf(value)}</span>
      </summary>
      {isUnfolded && (
        <ul>
          {parts.slice(0, MAX_PARTS).map(([part, nested]) => (
            <li key={part}>
              <Node name={part} value={nested} isOpen={false} />
            </li>
          ))}
          {parts.length > MAX_PARTS && <li className="soft">… {parts.length - MAX_PARTS} more</li>}
        </ul>
      )}
    </details>
  );
}

/** A value on one line. */
export function textOf(value: unknown): string {
  return cut(typeof value === 'string' ? JSON.stringify(value) : jsonOf(value));
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

function summaryOf(value: object): string {
  if (Array.isArray(value)) return value.length === 1 ? '[1 element]' : `[${value.length} elements]`;
  const names = Object.keys(value);
  return `{ ${names
    .slice(0, 4)
    .map(name => cut(name, MAX_NAME))
    .join(', ')}${names.length > 4 ? ', …' : ''} }`;
}
