import { warnOnce } from '../plain/warnOnce';

/** An action as `devToolsOptions()` shows it: its type is a label, and the real type is beside it. */
export interface ShownAction {
  /** The label. */
  readonly type: string;
  /** The type of the action. */
  readonly actionType: string;
  /** The name of the field that was too long to be shown; such an action cannot be replayed. */
  readonly shortened?: string;
}

/** Whether this is an action as `devToolsOptions()` shows it. */
export function isShownAction(action: unknown): action is ShownAction {
  const { type, actionType } = (action ?? {}) as Partial<ShownAction>;
  return typeof type === 'string' && typeof actionType === 'string' && actionType.startsWith('rdc/');
}

/**
 * The action behind a label; any other unchanged.
 *
 * @returns `undefined`, with a warning, if not all of it is shown
 */
export function actualAction(action: unknown): unknown {
  if (!isShownAction(action)) return action;
  const { actionType, shortened, ...fields } = action;
  if (shortened === undefined) return { ...fields, type: actionType };
  warnOnce(
    `shortened ${action.type}`,
    `Cannot replay "${action.type}": the log was exported from what DevTools showed, where its ${shortened} ` +
      'was shortened. Later states may differ. Export the log with logRecorder(), or from DevTools ' +
      'without devToolsOptions().',
  );
  return undefined;
}
