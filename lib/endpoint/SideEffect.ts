import type { RestOptions } from './RestOptions';

/** In place of `'none'` in the type of an endpoint that changes something: the compiler shows it as the reason. */
type SideEffect = 'a mutation: send it with useController().fetch';

/** Does the option `sideEffect`, as it was given, say that a request changes something? */
export type SideEffectIf<Given> = [Given] extends [true] ? SideEffect : 'none';

/** Do the options of a REST endpoint say so? Where they do not tell, the hooks find out when they run. */
export type SideEffectOf<Options extends RestOptions> = Options extends { readonly sideEffect: boolean }
  ? SideEffectIf<Options['sideEffect']>
  : Options extends { readonly method: string }
    ? string extends Options['method']
      ? 'none'
      : Uppercase<Options['method']> extends 'GET' | 'HEAD' | 'OPTIONS'
        ? 'none'
        : SideEffect
    : Options extends { readonly body: unknown }
      ? [Options['body']] extends [undefined]
        ? 'none'
        : SideEffect
      : 'none';
