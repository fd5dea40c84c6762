import { DataDevtoolsPanel } from 'rdc-toolkit/devtools';
import { useAppDispatch } from '../store';
import { logHidden } from '../view';

/** The library's panel. Its log includes what was recorded before the panel was opened. */
export function LogPanel() {
  const dispatch = useAppDispatch();
  return <DataDevtoolsPanel onClose={() => dispatch(logHidden())} />;
}
