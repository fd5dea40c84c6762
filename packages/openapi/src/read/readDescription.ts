import { existsSync, statSync } from 'node:fs';
import { bundle, compileErrors, type ParserOptions, parse, validate } from '@readme/openapi-parser';
import { OpenapiError } from '../OpenapiError.js';
import { Description, type RawDocument } from './Description.js';
import { withTitles } from './withTitles.js';

/** Broken rules that do not prevent reading. */
const FORGIVEN = {
  'array-without-items': 'warning',
  'duplicate-operation-id': 'warning',
  'path-parameters-not-in-parameters': 'warning',
  'path-parameters-not-in-path': 'warning',
  'non-optional-path-parameters': 'warning',
} as const;

/**
 * Reads a description from a file or a URL, in JSON or YAML, with all the files that it refers to.
 *
 * @throws {OpenapiError} if it is unreadable, unsupported, no description, or breaks OpenAPI's rules
 */
export async function readDescription(source: string, { isChecked = true } = {}): Promise<Description> {
  const { parsed, options } = await parseSource(source);
  checkVersion(source, parsed);
  const bundled = hasOutsideReference(parsed) ? await bundleSource(source, options) : parsed;
  const document = withoutBooleans(bundled) as Record<string, unknown>;
  // The validator changes its input.
  if (isChecked) await checkRules(source, structuredClone(document));
  return new Description(withTitles(document as object as RawDocument));
}

interface Parsed {
  readonly parsed: Record<string, unknown>;
  /** How to read its files. */
  readonly options: ParserOptions;
}

async function parseSource(source: string): Promise<Parsed> {
  const isAddress = /^https?:\/\//.test(source);
  if (!isAddress && (!existsSync(source) || !statSync(source).isFile())) {
    throw new OpenapiError(
      'unreadable',
      `Cannot read "${source}": there is no such file.`,
      'Give the path of a description in JSON or YAML, or its address.',
    );
  }
  let parsed: unknown;
  let options: ParserOptions = {};
  try {
    parsed = await parse(source).catch((error: unknown) => {
      if (!isAddress) throw error;
      // By default, the parser reads nothing from this machine or network. The user gave this address.
      options = { resolve: { http: withinOrigin(source) as object } };
      return parse(source, options);
    });
  } catch (cause) {
    const { message } = cause as Error;
    // The parser reports anything without a version as some other format.
    if (/not a valid Swagger|Supplied schema is not a valid OpenAPI|unsupported.*version/i.test(message)) {
      throw unsupported(source, message, cause);
    }
    throw new OpenapiError(
      'unreadable',
      `Cannot read "${source}": ${message}`,
      isAddress
        ? 'Open the address in a browser, or download the file and give its path.'
        : 'Correct the file: it has to be JSON or YAML.',
      { cause },
    );
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw notADescription(source);
  return { parsed: parsed as Record<string, unknown>, options };
}

/** Reads only URLs with the origin of an address, so that a remote description cannot read from this network. */
function withinOrigin(address: string) {
  const { origin } = new URL(address);
  return {
    canRead: ({ url }: { readonly url: string }) => URL.canParse(url) && new URL(url).origin === origin,
    async read({ url }: { readonly url: string }): Promise<string> {
      const response = await fetch(url, { signal: AbortSignal.timeout(READ_LIMIT_MS) });
      if (response.ok) return response.text();
      throw new Error(`the server responds with ${response.status} ${response.statusText}`.trim());
    },
  };
}

/** The timeout for a file. */
const READ_LIMIT_MS = 30_000;

function checkVersion(source: string, parsed: Record<string, unknown>): void {
  const { openapi, swagger } = parsed;
  if (swagger !== undefined) {
    throw new OpenapiError(
      'unsupported-version',
      `"${source}" is a description in Swagger ${String(swagger)} (#/swagger); OpenAPI 3.0 and 3.1 are read.`,
      `Convert it first: npx swagger2openapi ${source} --outfile openapi.json`,
    );
  }
  if (openapi === undefined) throw notADescription(source);
  if (!/^3\.[012]\b/.test(String(openapi))) throw unsupported(source, String(openapi), undefined);
  const { paths } = parsed;
  if (typeof paths !== 'object' || paths === null || Object.keys(paths).length === 0) {
    throw new OpenapiError(
      'nothing-to-generate',
      `"${source}" has no paths (#/paths), so that there is nothing to request.`,
      'Give the description that lists the paths: often the file that refers to this one.',
    );
  }
}

function unsupported(source: string, version: string, cause: unknown): OpenapiError {
  return new OpenapiError(
    'unsupported-version',
    `"${source}" is in a version that is not known (#/openapi): ${version}.`,
    'OpenAPI 3.0 and 3.1 are read. Convert it, or export it in one of them.',
    { cause },
  );
}

function notADescription(source: string): OpenapiError {
  return new OpenapiError(
    'not-a-description',
    `"${source}" is no OpenAPI description: it does not say "openapi: 3.x" at its top.`,
    'Give the file that starts with the version, such as openapi.json or openapi.yaml.',
  );
}

async function checkRules(source: string, document: Record<string, unknown>): Promise<void> {
  let result: Awaited<ReturnType<typeof validate>>;
  try {
    result = await validate(document as never, { validate: { rules: { openapi: FORGIVEN } } });
  } catch (cause) {
    throw new OpenapiError(
      'invalid-description',
      `"${source}" could not be checked: ${(cause as Error).message}`,
      'Correct what it says, or leave the check out with --no-validate.',
      { cause },
    );
  }
  if (result.valid) return;
  throw new OpenapiError(
    'invalid-description',
    `"${source}" breaks the rules of OpenAPI:\n\n${compileErrors(result)}\n`,
    'Correct it, or leave the check out with --no-validate.',
  );
}

function hasOutsideReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('$ref' in value && typeof value.$ref === 'string' && !value.$ref.startsWith('#')) return true;
  return Object.values(value).some(hasOutsideReference);
}

/** Replaces each schema that is `true` or `false` by `{}`: neither says what a value looks like. */
function withoutBooleans(value: unknown, isSchema = false, areSchemas = false): unknown {
  if (typeof value === 'boolean' && isSchema) return {};
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(each => withoutBooleans(each, areSchemas));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      withoutBooleans(each, areSchemas || SCHEMA_WORDS.has(name), !areSchemas && SCHEMAS_WORDS.has(name)),
    ]),
  );
}

/** Keywords that hold one schema, or several. */
const SCHEMA_WORDS: ReadonlySet<string> = new Set(['schema', 'items', 'not', 'contains', 'propertyNames']);
const SCHEMAS_WORDS: ReadonlySet<string> = new Set([
  'schemas',
  'properties',
  'patternProperties',
  'prefixItems',
  'allOf',
  'oneOf',
  'anyOf',
  '$defs',
]);

async function bundleSource(source: string, options: ParserOptions): Promise<Record<string, unknown>> {
  try {
    return (await bundle(source, options)) as object as Record<string, unknown>;
  } catch (cause) {
    throw new OpenapiError(
      'unreadable',
      `"${source}" refers to a file that cannot be read: ${(cause as Error).message}`,
      'Put the file where the reference says, or correct the reference.',
      { cause },
    );
  }
}
