import { RdcError } from './RdcError';

/**
 * Thrown by a hook that reads when it is given an endpoint with a side effect, in production as well: rendering
 * would send it, in Strict Mode twice. Nothing is sent.
 */
export class SideEffectError extends RdcError {
  override readonly name = 'SideEffectError';

  /**
   * @param hook The hook that was called, such as `useSuspense`.
   * @param endpoint The name of the endpoint.
   */
  constructor(
    readonly hook: string,
    readonly endpoint: string,
  ) {
    super(
      'side-effect',
      `Cannot render ${hook}(${endpoint}): the endpoint has a side effect, and rendering must not send it. ` +
        `Send it from an event: const controller = useController(); controller.fetch(${endpoint}, ...).`,
    );
  }
}
