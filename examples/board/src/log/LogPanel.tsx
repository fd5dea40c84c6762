import { DataDevtoolsPanel } from 'rdc-toolkit/devtools';
import { recorder, useAppDispatch } from '../store';
import { logHidden } from '../view';

/** The panel of the library. Its log begins with what was recorded before anybody wanted to see it. */
export function LogPanel() {
  const dispatch = useAppDispatch();
  return <DataDevtoolsPanel log={recorder} onClose={() => dispatch(logHidden())} />;
}
