import type { RestOptions } from './RestOptions';

/** Replaces `'none'` in the type of a mutation, so that the compiler shows it as the reason. */
type SideEffect = 'a mutation: send it with useController().fetch';

/** Does the given option `sideEffect` make the endpoint a mutation? */
export type SideEffectIf<Given> = [Given] extends [true] ? SideEffect : 'none';

/** Do the options make a REST endpoint a mutation? If the types do not tell, hooks check at run time. */
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
