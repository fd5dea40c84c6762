import { OpenapiError } from '../OpenapiError.js';
import { valueAt } from './jsonPointer.js';

/** A JSON schema as the description has it. Nothing guarantees that it has these types. */
export interface RawSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly nullable?: boolean;
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, RawSchema>>;
  readonly required?: readonly string[];
  readonly items?: RawSchema | boolean;
  readonly prefixItems?: readonly RawSchema[];
  readonly additionalProperties?: RawSchema | boolean;
  readonly patternProperties?: Readonly<Record<string, RawSchema>>;
  readonly allOf?: readonly RawSchema[];
  readonly oneOf?: readonly RawSchema[];
  readonly anyOf?: readonly RawSchema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: Readonly<Record<string, string>>;
  };
  readonly description?: string;
  readonly title?: string;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number | boolean;
  readonly exclusiveMaximum?: number | boolean;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly 'x-rdc-key'?: string | readonly string[];
  readonly 'x-rdc-name'?: string;
}

export interface RawMedia {
  readonly schema?: RawSchema;
}

export interface RawResponse {
  readonly description?: string;
  readonly content?: Readonly<Record<string, RawMedia>>;
}

export interface RawParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly schema?: RawSchema;
  readonly content?: Readonly<Record<string, RawMedia>>;
  readonly style?: string;
  readonly explode?: boolean;
}

export interface RawBody {
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, RawMedia>>;
}

export interface RawOperation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly (RawParameter | Reference)[];
  readonly requestBody?: RawBody | Reference;
  readonly responses?: Readonly<Record<string, RawResponse | Reference>>;
  readonly servers?: readonly RawServer[];
}

export interface Reference {
  readonly $ref: string;
}

export interface RawServer {
  readonly url: string;
  readonly variables?: Record<string, { default: string }>;
}

export interface RawDocument {
  readonly openapi: string;
  readonly info?: { readonly title?: string; readonly version?: string; readonly description?: string };
  readonly servers?: readonly RawServer[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, RawSchema>> };
  /** Records without a name in the description, by the name that they got: its forms. */
  readonly 'x-rdc-inline'?: Readonly<Record<string, readonly RawSchema[]>>;
}

/** An inline schema that got a name. */
export interface Inline {
  /** Where it is in the description as given, for messages. */
  readonly place: string;
  /** The pointer to the schema of which it is a form: its own if it is the first. */
  readonly formOf: string;
  /** Whether a response is this record, or a list of it. */
  readonly isAsked: boolean;
}

/** A parsed description, in which every reference leads to a place in the same document. */
export class Description {
  /** @param inline the inline schemas that got a name, by pointer */
  constructor(
    readonly document: RawDocument,
    readonly inline: ReadonlyMap<string, Inline> = new Map(),
  ) {}

  /**
   * Follows references to their value.
   *
   * @throws {OpenapiError} when one leads nowhere, or in a circle
   */
  resolve<T extends object>(value: T | Reference, at: string): { readonly value: T; readonly at: string } {
    const seen = new Set<string>();
    let [found, place]: [T | Reference, string] = [value, at];
    while ('$ref' in found && typeof found.$ref === 'string') {
      const { $ref } = found;
      const target = valueAt(this.document, $ref);
      if (typeof target !== 'object' || target === null || seen.has($ref)) {
        throw new OpenapiError(
          'invalid-description',
          `The reference "${$ref}" at ${place} leads ${seen.has($ref) ? 'in a circle' : 'nowhere'}.`,
          'Correct the reference, or add what it names.',
        );
      }
      seen.add($ref);
      [found, place] = [target as T | Reference, $ref];
    }
    return { value: found as T, at: place };
  }
}
