import type { Action } from 'redux';
import { defaultsOf } from '../actions/expiry';
import { takeOutcome } from '../actions/outcomes';
import { set } from '../actions/set';
import { setResponse } from '../actions/setResponse';
import { listKeeper } from '../definitions/listKeeper';
import type { AnyEndpoint } from '../endpoint/BaseEndpoint';
import { warnOnce } from '../plain/warnOnce';
import type { Findable } from '../schema/FindArgs';
import { type Addressing, isListWriter, kindsIn, partsOf } from '../schema/responseParts';
import { precomputeSet } from '../slice/onSet';
import type { StoreHandle } from '../store/StoreHandle';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Loose } from '../types/Loose';
import type { Schema } from '../types/Schema';

/** What a message brings: data under a schema, or the response to a request. */
export type StreamWrite =
  | { readonly endpoint: AnyEndpoint; readonly args: readonly unknown[]; readonly response: unknown }
  | { readonly schema: Findable; readonly args?: readonly unknown[]; readonly value: unknown };

/** How the messages of one stream are read, and what happens with what they bring. */
interface MessageReading {
  readonly name: string;
  read(message: Loose, type: string): StreamWrite | readonly StreamWrite[] | undefined | null;
  parse?: ((data: unknown) => unknown) | undefined;
  dispatch(action: Action): void;
  /** A different object in each session. */
  session(): unknown;
  /** Called when a message changed stored lists. */
  onListsChanged(): void;
}

/** Writes the messages of a stream to the store. */
export function messageWriter(
  handle: () => StoreHandle | undefined,
  { name, read, parse = parseText, dispatch, session, onListsChanged }: MessageReading,
): (data: unknown, type: string) => void {
  return (data, type) => {
    const initialSession = session();
    for (const write of writesOf(data, type)) {
      // An earlier part of the message may have ended the session: the other parts belong to that session.
      if (session() !== initialSession) return;
      let action: Action;
      try {
        if (process.env.NODE_ENV !== 'production') checkWrite(write);
        action = actionOf(write, handle());
        const store = handle();
        // Checks what cannot be stored before the reducer does, to report which stream brought it.
        if (process.env.NODE_ENV !== 'production' && store !== undefined && set.match(action))
          precomputeSet(store.getState(), action);
      } catch (error) {
        reportUnreadable(error);
        continue;
      }
      dispatch(action);
      const parts = partsOf<Addressing>('schema' in write ? write : write.endpoint);
      if (parts.some(([{ schema }]) => isListWriter(schema) || listKeeper.rules?.(kindsIn(schema))))
        onListsChanged();
      const error = setResponse.match(action) ? takeOutcome(action)?.error : undefined;
      if (error !== undefined) reportUnreadable(error);
    }
  };

  function writesOf(data: unknown, type: string): readonly StreamWrite[] {
    try {
      return [read(parse(data), type) ?? []].flat() as readonly StreamWrite[];
    } catch (error) {
      reportUnreadable(error);
      return [];
    }
  }

  /** One bad message must not end the stream. */
  function reportUnreadable(error: unknown) {
    const { message: problem } = error as Error;
    warnOnce(`${name} ${problem}`, `The stream "${name}" could not read a message: ${problem}`);
  }
}

function parseText(data: unknown): unknown {
  return typeof data === 'string' ? JSON.parse(data) : data;
}

function actionOf(write: StreamWrite, handle: StoreHandle | undefined) {
  const landed = handle?.nextNumber();
  const defaults = defaultsOf(handle);
  if ('schema' in write) {
    const { schema, args = [], value } = write;
    return set(schema as unknown as Schema, { args, value, landed, isBatched: true, ...defaults });
  }
  const { endpoint, args, response } = write;
  return setResponse(endpoint as EndpointInterface, {
    args,
    response,
    landed,
    left: landed,
    isBatched: true,
    ...defaults,
  });
}

const VALID_RESULTS = '{ schema, args, value }, { endpoint, args, response }, several of them, or nothing';

/**
 * Checks one item that `read` of a stream returned.
 *
 * @throws {Error} that says what is wrong with it, and what to return instead
 */
function checkWrite(write: unknown): void {
  if (typeof write !== 'object' || write === null)
    throw invalidWriteError(JSON.stringify(write) ?? String(write));
  if (typeof (write as { readonly then?: unknown }).then === 'function')
    throw new Error(`read() returned a promise. It must return at once: ${VALID_RESULTS}.`);
  const { schema, endpoint, args } = write as Readonly<Record<string, unknown>>;
  if (!('schema' in write || 'endpoint' in write))
    throw invalidWriteError(`{ ${Object.keys(write).join(', ')} }`);
  if ('schema' in write) {
    if (schema === undefined || schema === null)
      throw new Error(
        `read() returned the schema ${schema}. Do two modules import each other, so that it is not defined yet?`,
      );
    return;
  }
  if (typeof (endpoint as { readonly key?: unknown } | null | undefined)?.key !== 'function')
    throw new Error(
      'read() returned an endpoint that is none. Return an endpoint, for example TodoResource.get instead of TodoResource.',
    );
  if (!Array.isArray(args))
    throw new Error(
      'read() returned an endpoint without its arguments. Return { endpoint, args: [...], response }.',
    );
}

function invalidWriteError(value: string): Error {
  return new Error(`read() returned ${value}. Return ${VALID_RESULTS}.`);
}
