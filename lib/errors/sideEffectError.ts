import { UsageError } from './UsageError';

/**
 * Error for a hook that reads, given an endpoint with a side effect; in production as well: rendering would send
 * it, twice in Strict Mode. Nothing is sent.
 *
 * @param hook The hook that was called, such as `useSuspense`.
 * @param endpoint The name of the endpoint.
 */
export function sideEffectError(hook: string, endpoint: string): UsageError {
  return new UsageError(
    'side-effect',
    `${hook}(${endpoint}) in place of useController()`,
    process.env.NODE_ENV !== 'production' &&
      `Cannot render ${hook}(${endpoint}): the endpoint has a side effect, and rendering must not send it. ` +
        `Send it from an event: const controller = useController(); controller.fetch(${endpoint}, ...).`,
  );
}
