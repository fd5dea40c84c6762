import { layersOf } from './explain/explain';
import { Differences } from './parts/Differences';
import { textOf } from './parts/JsonTree';
import { timeOf } from './parts/timeOf';
import type { Session } from './recording/session';

interface PendingTabProps {
  readonly session: Session;
  readonly onOpen: (kind: string, pk: string) => void;
}

/** Each optimistic update, as a difference from the confirmed data and earlier updates. */
export function PendingTab({ session: { state, isOpened }, onOpen }: PendingTabProps) {
  const layers = layersOf(state);
  if (layers.length === 0) {
    const reason = isOpened
      ? 'at this time of the opened log.'
      : 'the server has confirmed everything shown.';
    return (
      <p className="empty">
        Nothing is pending{isOpened ? ' ' : ': '}
        {reason}
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="detail" style={{ flex: 1, border: 0 }} aria-label="Optimistic updates" tabIndex={0}>
      {layers.map(({ update, before, after }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a log from elsewhere may repeat an id
        <article key={i} className="layer">
          <h2>
            {update.endpointName} <span className="num">since {timeOf(update.fetchedAt)}</span>
          </h2>
          <p className="mono soft">{update.args.map(textOf).join(', ')}</p>
          <Differences before={before} after={after} onOpen={onOpen} asShown />
        </article>
      ))}
    </section>
  );
}
