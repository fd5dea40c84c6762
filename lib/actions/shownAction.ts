import { warnOnce } from '../plain/warnOnce';

/** What `devToolsOptions()` makes of an action: a label where the type is, and the type beside it. */
export interface ShownAction {
  /** The label. */
  readonly type: string;
  /** The type of the action. */
  readonly actionType: string;
  /** What was too long to be shown, and how long it was; such an action cannot be replayed. */
  readonly shortened?: string;
}

/** Whether this is an action as `devToolsOptions()` shows it. */
export function isShownAction(action: unknown): action is ShownAction {
  const { type, actionType } = (action ?? {}) as Partial<ShownAction>;
  return typeof type === 'string' && typeof actionType === 'string' && actionType.startsWith('rdc/');
}

/**
 * The action that is shown under a label; any other as it is.
 *
 * @returns `undefined`, with a warning, where not all of it is shown
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
