import type { Issue } from '../payloads';

/** A library that can hold a list of issues. */
export interface Peer {
  readonly name: string;
  /** Whether a record that stands in two places is stored once. */
  readonly isNormalized: boolean;
  /** A cache with nothing in it. */
  open(): Cache;
}

/** One cache; what a library has no word for is written as its docs would write it. */
export interface Cache {
  /** Stores the response to the request for open issues. */
  receive(issues: readonly Issue[]): void;
  /** The open issues as a reader gets them, joined. */
  read(): readonly Issue[];
  /** Changes one record, as an event from a server would. */
  rename(id: number, title: string): void;
  /** Does what the app's other slices do; nothing where there is no store. */
  unrelated?(): void;
  /** Adds the next page. */
  append?(page: readonly Issue[]): void;
  /** Stores the response to a creation, at the end of the list. */
  push?(issue: Issue): void;
  /** The same, at its beginning. */
  unshift?(issue: Issue): void;
  /** Stores that a record was deleted. */
  remove?(id: number): void;
  /** Stores that an issue was closed: it leaves this list, and joins that of closed issues, which is as long. */
  move?(issue: Issue): void;
  /** Stores the response to the request for closed issues. */
  receiveClosed?(issues: readonly Issue[]): void;
}
