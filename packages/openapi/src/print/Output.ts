import type { Kinds } from '../plan/Kinds.js';
import type { Relations } from './relations.js';

/** What all printers need. */
export interface Output {
  readonly kinds: Kinds;
  readonly relations: Relations;
  readonly options: PrintOptions;
  /** Types of named schemas in requests, by place. They leave out read-only fields. */
  readonly inputs: Map<string, string>;
  /** Types of named schemas whose records no schema finds, by place. They contain no classes. */
  readonly plains: Map<string, string>;
  /** The place of the object whose fields are printed. */
  readonly within?: string;
  /** Places of types in use that have no file of their own. */
  readonly types: Set<string>;
  /** Zod schemas of named types, by the schema's name. */
  readonly zods: Map<string, NamedZod>;
  /** Endpoints whose response does not update the records or lists they change. */
  readonly untold: string[];
}

/** The Zod schema of a named type. */
export interface NamedZod {
  readonly type: string;
  readonly pointer: string;
  readonly purpose: 'plain' | 'input';
  /** Whether it is part of a request. */
  readonly isSent: boolean;
}

export interface PrintOptions {
  /** A `date-time` becomes a `Date`. */
  readonly dates: boolean;
  /** Zod schemas check requests, and responses without records. */
  readonly zod: boolean;
}
