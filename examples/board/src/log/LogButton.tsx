import { useAppDispatch, useAppSelector } from '../store';
import { logHidden, logShown } from '../view';

/** Opens and closes the log of what the library does. */
export function LogButton() {
  const dispatch = useAppDispatch();
  const isShown = useAppSelector(state => state.view.isLogShown);
  return (
    <button type="button" className="button" onClick={() => dispatch(isShown ? logHidden() : logShown())}>
      {isShown ? 'Hide the log' : 'Show the log'}
    </button>
  );
}
