import { useState } from 'react';
import type { DataState } from '../../types/State';
import type { ExplainedField } from '../explain/explain';
import { Button } from '../parts/Button';
import { JsonTree, textOf } from '../parts/JsonTree';
import { editedValue } from './editedValue';
import { type Place, RecordLinks, targetOf } from './RecordLinks';

interface FieldValueProps {
  readonly name: string;
  readonly field: ExplainedField;
  readonly targets: readonly string[];
  readonly state: DataState;
  readonly onPlace: (place: Place) => void;
  readonly onSave: ((value: unknown) => void) | undefined;
}

/** A field's value: links to the records that it refers to, or an editable text. */
export function FieldValue({ name, field, targets, state, onPlace, onSave }: FieldValueProps) {
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState('');
  /** Whether a key ended the edit: the focus returns to where it began. */
  const [isDone, setIsDone] = useState(false);
  const edit = (text: string | undefined, isDone = false) => {
    setDraft(text);
    setProblem('');
    setIsDone(isDone);
  };
  const endEdit = () => edit(undefined, true);
  const { value, confirmed, overlays } = field;
  const keys = Array.isArray(value) ? value : [value];
  const isLinked = targets.length > 0 && keys.some(key => targetOf(state, targets, key) !== undefined);
  if (isLinked) return <RecordLinks row={keys} targets={targets} state={state} onPlace={onPlace} />;
  if (draft !== undefined && onSave !== undefined) {
    return (
      <form
        onSubmit={event => {
          event.preventDefault();
          try {
            onSave(editedValue(draft, value));
            endEdit();
          } catch (error) {
            setProblem((error as Error).message);
          }
        }}
      >
        <input
          // biome-ignore lint/a11y/noAutofocus: the user just opened it
          autoFocus
          className="field"
          aria-label={name}
          value={draft}
          onChange={event => edit(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Escape') return;
            // It ends only the edit.
            event.stopPropagation();
            endEdit();
          }}
          onBlur={() => edit(undefined)}
        />
        {problem !== '' && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
      </form>
    );
  }
  if (typeof value === 'object' && value !== null) {
    return (
      <>
        <JsonTree value={value} />
        {onSave !== undefined && (
          <Button
            variant="link"
            autoFocus={isDone}
            aria-label={`Edit ${name}`}
            onClick={() => edit(JSON.stringify(value))}
          >
            edit
          </Button>
        )}
      </>
    );
  }
  return (
    <span className="diff">
      {overlays.length > 0 && (
        <>
          <del>{textOf(confirmed)}</del>{' '}
        </>
      )}
      {onSave === undefined ? (
        textOf(value)
      ) : (
        <button
          type="button"
          className="edit"
          // biome-ignore lint/a11y/noAutofocus: it had the focus before
          autoFocus={isDone}
          aria-label={`Edit ${name}: ${textOf(value)}`}
          onClick={() => edit(typeof value === 'string' ? value : textOf(value))}
        >
          {textOf(value)}
        </button>
      )}
    </span>
  );
}
