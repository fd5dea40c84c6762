import type { Memo } from '../denormalize/Memo';
import type { EndpointInterface } from '../types/EndpointInterface';

/** One reader of the store: what it depends on, and how it is told. */
export interface Reader {
  /** Key of the request whose response it reads; `undefined` for queries. */
  readonly key: string | undefined;
  /** That request itself, so that it can be sent again. */
  readonly request?: ReadRequest | undefined;
  /** What its value was made from, as it was last read. */
  memo(): Memo | undefined;
  /** Reads again. */
  wake(): void;
}

/** What a reader would ask the server. */
export interface ReadRequest {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
}
