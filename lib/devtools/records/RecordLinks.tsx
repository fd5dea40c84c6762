import { originOf } from '../../actions/origins';
import { isUnionResult } from '../../schema/kindOfValue';
import { viewOf } from '../../selectors/viewOf';
import { getCell, getValue } from '../../tables/getCell';
import type { DataState } from '../../types/State';
import { mayMean } from '../explain/unionKinds';
import { Button } from '../parts/Button';
import { cut, textOf } from '../parts/JsonTree';

/** The record that is shown. */
export interface Place {
  readonly kind: string;
  readonly pk: string | undefined;
}

/** Further elements are not listed. */
const MAX_ELEMENTS = 200;

interface RecordLinksProps {
  readonly row: readonly unknown[];
  readonly targets: readonly string[];
  readonly state: DataState;
  readonly onPlace: (place: Place) => void;
}

/** Keys, each a link to its record. */
export function RecordLinks({ row, targets, state, onPlace }: RecordLinksProps) {
  return (
    <div className="mono">
      {row.slice(0, MAX_ELEMENTS).map((element, i) => {
        const target = targetOf(state, targets, element);
        // biome-ignore lint/suspicious/noArrayIndexKey: keys may repeat
        if (target === undefined) return <span key={i}>{keyText(element)} </span>;
        const { kind, pk } = target;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: keys may repeat
          <span key={i}>
            <Button
              variant="link"
              onClick={() => onPlace({ kind, pk })}
              title={originOf(getValue(state.entities[kind], pk), '')?.name}
            >
              {kind} {keyText(element)}
            </Button>{' '}
          </span>
        );
      })}
      {row.length > MAX_ELEMENTS && <span className="soft">… {row.length - MAX_ELEMENTS} more</span>}
    </div>
  );
}

/** The stored record, of one of some kinds, for a key or for a key and a name in a union; `undefined` if none. */
export function targetOf(
  state: DataState,
  targets: readonly string[],
  element: unknown,
): { readonly kind: string; readonly pk: string } | undefined {
  const [pk, name] = isUnionResult(element) ? [element.id, element.schema] : [element];
  if (typeof pk !== 'string') return undefined;
  const kind = targets.find(
    candidate =>
      (name === undefined || mayMean(state, name, candidate)) &&
      getCell(viewOf(state).entities[candidate], pk) !== undefined,
  );
  return kind === undefined ? undefined : { kind, pk };
}

/** The key of a list's element, as text. */
export function keyText(element: unknown): string {
  const key = isUnionResult(element) ? element.id : element;
  return typeof key === 'string' ? cut(key) : textOf(key);
}
