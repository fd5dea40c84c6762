import type { Field, Shape } from './Shape.js';

/** One request that a description knows of. */
export interface Operation {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** As the description writes it: `/users/{id}`. */
  readonly path: string;
  /** The address of its server, where that is not the one of the whole API. */
  readonly server: string | undefined;
  /** Its place in the description, for messages. */
  readonly at: string;
  readonly id: string | undefined;
  readonly tag: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly isDeprecated: boolean;
  readonly pathParameters: readonly Field[];
  readonly query: readonly Field[];
  /** How lists in the query are written: `a=1&a=2`, or `a[0]=1&a[1]=2`. */
  readonly lists: readonly ('repeated' | 'indexed')[];
  /** Headers that have to be sent, besides those that every request has. */
  readonly headers: readonly string[];
  readonly body: Body | undefined;
  readonly response: Response;
}

/** What a request sends. */
export interface Body {
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly mediaType: string;
}

/** What a successful response brings: `shape` is missing where it brings nothing. */
export interface Response {
  readonly shape: Shape | undefined;
  readonly content: 'json' | 'text' | 'blob' | 'stream' | 'none';
}
