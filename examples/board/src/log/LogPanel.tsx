import { DataDevtoolsPanel } from 'rdc-toolkit/devtools';
import { useAppDispatch } from '../store';
import { logHidden } from '../view';

/** The library's panel. Its log includes what was recorded before the panel was opened. */
export function LogPanel() {
  const dispatch = useAppDispatch();
  function close() {
    // On a narrow page, the button that opened the log is in a menu, which is closed now.
    document.querySelector<HTMLElement>('.menu-button')?.focus();
    dispatch(logHidden());
  }
  return <DataDevtoolsPanel onClose={close} />;
}
