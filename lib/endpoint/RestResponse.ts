import type { OutputOf, StandardSchema } from '../types/StandardSchema';
import type { Content } from './HttpOptions';
import type { Raw } from './Raw';
import type { RestOptions } from './RestOptions';

/** What a call of an endpoint with these options resolves to. */
export type RestResponse<Options extends RestOptions> = Resolved<Options, Raw<SchemaIn<Options>>>;

/** Do the options declare what a call resolves to? Most do not, so test all at once first. */
type Resolved<Options, Usual> = Options extends
  | { readonly responseSchema: unknown }
  | { readonly process: unknown }
  | { readonly content: unknown }
  ? Options extends { readonly responseSchema: infer Checked extends StandardSchema }
    ? OutputOf<Checked>
    : Options extends { readonly process: (...args: never[]) => infer Processed }
      ? Awaited<Processed>
      : Options extends { readonly content: infer Kind extends Exclude<Content, 'json'> }
        ? { text: string; blob: Blob; arrayBuffer: ArrayBuffer; stream: ReadableStream<Uint8Array> }[Kind]
        : Usual
  : Usual;

/** The schema among options; `undefined` when there is none. */
export type SchemaIn<Options> = Options extends { readonly schema: unknown } ? Options['schema'] : undefined;
