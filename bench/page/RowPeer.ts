import type { ReactNode } from 'react';

/** What each mounted row shows. */
export interface Item {
  readonly id: string;
  readonly title: string;
}

/** A library in React: a store with items in it, and a row that reads one of them. */
export interface RowPeer {
  readonly name: string;
  open(items: readonly Item[]): RowApp;
}

export interface RowApp {
  /** Puts the store around the rows. */
  Provider(props: { readonly children: ReactNode }): ReactNode;
  /** The title of one item, read from the store. */
  useTitle(id: string): string;
  rename(id: string, title: string): void;
  /** An action of another slice, where there is a store that has one. */
  unrelated?(): void;
}
