import { originOf } from '../../actions/origins';
import { viewOf } from '../../selectors/viewOf';
import { getCell, getValue } from '../../tables/getCell';
import type { DataState } from '../../types/State';
import { Button } from '../parts/Button';
import { textOf } from '../parts/JsonTree';

/** One record that is looked at. */
export interface Place {
  readonly kind: string;
  readonly pk: string | undefined;
}

/** More elements are not listed. */
const MAX_ELEMENTS = 200;

interface RecordLinksProps {
  readonly row: readonly unknown[];
  readonly targets: readonly string[];
  readonly state: DataState;
  readonly onPlace: (place: Place) => void;
}

/** Keys, each the way to its record. */
export function RecordLinks({ row, targets, state, onPlace }: RecordLinksProps) {
  return (
    <div className="mono">
      {row.slice(0, MAX_ELEMENTS).map((key, i) => {
        const target = targetOf(state, targets, key);
        const text = textOf(key).replace(/^"|"$/g, '');
        // biome-ignore lint/suspicious/noArrayIndexKey: keys may repeat
        if (target === undefined) return <span key={i}>{text} </span>;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: keys may repeat
          <span key={i}>
            <Button
              look="link"
              onClick={() => onPlace({ kind: target, pk: String(key) })}
              title={originOf(getValue(state.entities[target], String(key)), '')?.name}
            >
              {target} {text}
            </Button>{' '}
          </span>
        );
      })}
      {row.length > MAX_ELEMENTS && <span className="soft">… {row.length - MAX_ELEMENTS} more</span>}
    </div>
  );
}

/** The kind of the record that has a key, among some kinds; `undefined` where none is stored. */
export function targetOf(state: DataState, targets: readonly string[], key: unknown): string | undefined {
  if (typeof key !== 'string') return undefined;
  return targets.find(kind => getCell(viewOf(state).entities[kind], key) !== undefined);
}
