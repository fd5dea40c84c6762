import type { RestOptions } from './RestOptions';
import type { RestResponse } from './RestResponse';
import type { SideEffectOf } from './SideEffect';

/**
 * What does a request with these options resolve to besides its data? `undefined` if the server may send an empty
 * response, as with 204, and no option says what that means.
 */
export type EmptyOf<Options extends RestOptions> =
  SideEffectOf<Options> extends 'none'
    ? never
    : Options extends { readonly whenEmpty: (...args: never[]) => unknown }
      ? never
      : keyof Options & ('process' | 'responseSchema') extends never
        ? undefined
        : EmptyIn<RestResponse<Options>>;

/** Can a response be empty? */
export type EmptyIn<Response> = undefined extends Response
  ? undefined
  : null extends Response
    ? undefined
    : never;
