import { DevTools } from './DevTools';
import './log.css';

/** The log of actions as it grows, beside the board. */
export function LogPanel() {
  return (
    <aside className="log" aria-label="Log of actions">
      <DevTools />
    </aside>
  );
}
