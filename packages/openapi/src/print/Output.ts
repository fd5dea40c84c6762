import type { Kinds } from '../plan/Kinds.js';
import type { Relations } from './relations.js';

/** What all printers need. */
export interface Output {
  readonly kinds: Kinds;
  readonly relations: Relations;
  readonly options: PrintOptions;
  /** Named schemas that are sent: their types leave out what only the server writes. */
  readonly inputs: Map<string, string>;
  /** Named schemas that come with records in them where no schema finds these: their types hold no classes. */
  readonly plains: Map<string, string>;
  /** The place of the object whose fields are printed. */
  readonly within?: string;
  /** Types without a file of their own that something uses. */
  readonly types: Set<string>;
  /** Zod schemas of types with a name, by their own name. */
  readonly zods: Map<string, NamedZod>;
  /** Endpoints whose response leaves the records that they change as they were. */
  readonly untold: string[];
}

/** The Zod schema of a type with a name. */
export interface NamedZod {
  readonly type: string;
  readonly pointer: string;
  readonly purpose: 'plain' | 'input';
  /** Whether it is part of something that is sent. */
  readonly isSent: boolean;
}

export interface PrintOptions {
  /** Dates and times become `Date`. */
  readonly dates: boolean;
  /** Zod schemas check what is sent, and responses without records. */
  readonly zod: boolean;
}
