import type { Field, Shape } from './Shape.js';

/** A request that a description defines. */
export interface Operation {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** As the description writes it: `/users/{id}`. */
  readonly path: string;
  /** The URL of its server, if it is not the one of the whole API. */
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
  /** Required headers, besides those that every request has. */
  readonly headers: readonly string[];
  readonly body: Body | undefined;
  readonly response: Response;
}

/** The body of a request. */
export interface Body {
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly mediaType: string;
}

/** The content of a successful response; `shape` is missing if there is none. */
export interface Response {
  readonly shape: Shape | undefined;
  readonly content: 'json' | 'text' | 'blob' | 'stream' | 'none';
  /** The place of its schema, if it is JSON. */
  readonly at?: string;
}
