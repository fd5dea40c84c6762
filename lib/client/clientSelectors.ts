import type { AnyEndpoint, ArgsOf, DataOf, MetaOf } from '../endpoint/BaseEndpoint';
import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { endpointFix, isEndpoint } from '../errors/endpointFix';
import type { Stored } from '../normalize/writeResponse';
import { assertSchema } from '../schema/assertSchema';
import type { FindArgs, Findable, RecordArgs } from '../schema/FindArgs';
import { memoizeByState } from '../selectors/memoizeByState';
import { responseSelector } from '../selectors/responseSelector';
import { selectQuery } from '../selectors/selectQuery';
import type { ResponseState } from '../selectors/selectResponse';
import { viewOf } from '../selectors/viewOf';
import { assertNoSlice } from '../store/sliceAt';
import type { Denormalized } from '../types/Denormalized';
import { initialState } from '../types/initialState';
import type { Schema } from '../types/Schema';
import type { DataState } from '../types/State';
import { sliceIn } from './sliceIn';

/** Selectors of the root state; all return the same object as long as nothing in it changes. */
export interface ClientSelectors {
  /** The state of one request. */
  selectResponse<E extends AnyEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): (rootState: unknown) => ResponseState<DataOf<E>, MetaOf<E>>;
  /** The data of a schema, found by its arguments; `undefined` if there is none. */
  selectQuery<S extends Findable, Given extends RecordArgs<S>>(
    schema: S,
    ...args: FindArgs<S, Given>
  ): (rootState: unknown) => Denormalized<S> | undefined;
  /** What the server has confirmed: the state without optimistic updates. */
  selectConfirmed(rootState: unknown): Stored;
  /** What is shown: the confirmed state with the optimistic updates laid over it. */
  selectView(rootState: unknown): Stored;
}

/** The selectors for a slice that is mounted at `reducerPath`. */
export function clientSelectors(reducerPath: string): ClientSelectors {
  function slice(rootState: unknown): DataState {
    if (process.env.NODE_ENV !== 'production') assertNoSlice(rootState);
    return sliceIn(rootState, reducerPath) ?? initialState;
  }
  return {
    selectResponse(endpoint, ...args) {
      if (process.env.NODE_ENV !== 'production' && !isEndpoint(endpoint))
        throw argumentError(
          'selectResponse()',
          `its endpoint is ${describeValue(endpoint)}`,
          endpointFix(endpoint),
        );
      const select = responseSelector(endpoint, args);
      return rootState => select(slice(rootState)) as never;
    },
    selectQuery(schema, ...args) {
      if (process.env.NODE_ENV !== 'production')
        assertSchema('selectQuery()', schema, 'Read its response with endpoint.select(...args)', args);
      const select = memoizeByState(state => selectQuery(state, schema as Schema, args));
      return rootState => select(slice(rootState)) as never;
    },
    selectConfirmed: slice,
    selectView: rootState => viewOf(slice(rootState)),
  };
}
