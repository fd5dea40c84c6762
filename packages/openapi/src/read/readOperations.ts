import type {
  Description,
  RawBody,
  RawMedia,
  RawOperation,
  RawParameter,
  RawResponse,
  RawServer,
  Reference,
} from './Description.js';
import { followed } from './followed.js';
import { pointerTo } from './jsonPointer.js';
import type { Body, Operation, Response } from './Operation.js';
import type { Field, Shape } from './Shape.js';
import { serverOf } from './serverOf.js';
import type { ShapeReader } from './shapeOf.js';

const METHODS = { get: 'GET', put: 'PUT', post: 'POST', patch: 'PATCH', delete: 'DELETE' } as const;

/** Headers that the client sets, not a single request. */
const USUAL_HEADERS = new Set(['accept', 'content-type', 'authorization', 'user-agent']);

/**
 * All operations of a description, in the order of its paths.
 *
 * @param urlPrefix replaces all servers, including those of paths and operations
 */
export function readOperations(
  description: Description,
  shapes: ShapeReader,
  urlPrefix: string | undefined,
): Operation[] {
  const operations: Operation[] = [];
  const usual = serverOf(description.document.servers);
  for (const [path, given] of Object.entries(description.document.paths ?? {})) {
    // An extension, which may be anything.
    if (path.startsWith('x-')) continue;
    const { value: item, at } = description.resolve<Record<string, unknown>>(
      given,
      pointerTo('#/paths', path),
    );
    for (const [word, method] of Object.entries(METHODS)) {
      const raw = item[word] as RawOperation | undefined;
      if (raw === undefined) continue;
      const own = serverOf(raw.servers) ?? serverOf(item.servers as readonly RawServer[] | undefined);
      const server = urlPrefix === undefined && own !== usual ? own : undefined;
      const shared = (item.parameters ?? []) as readonly (RawParameter | Reference)[];
      operations.push(
        readOperation({ description, shapes, path, method, server, raw, shared, at: pointerTo(at, word) }),
      );
    }
  }
  return operations;
}

interface Given {
  readonly description: Description;
  readonly shapes: ShapeReader;
  readonly path: string;
  readonly method: Operation['method'];
  readonly server: string | undefined;
  readonly raw: RawOperation;
  /** Parameters of all operations of the path. */
  readonly shared: readonly (RawParameter | Reference)[];
  readonly at: string;
}

function readOperation(given: Given): Operation {
  const { description, shapes, path, method, server, raw, at } = given;
  const parameters = parametersOf(given);
  const fields = (place: string) =>
    parameters
      .filter(each => each.value.in === place)
      .map(each => parameterField(shapes, each.value, each.at));
  const named = new Map(
    fields('path').map(field => [field.name, { ...field, shape: followed(shapes, field.shape).shape }]),
  );
  return {
    method,
    path,
    server,
    at,
    id: raw.operationId,
    tag: raw.tags?.[0],
    summary: raw.summary,
    description: raw.description,
    isDeprecated: raw.deprecated ?? false,
    // In the order of the path, with those that the description omits.
    pathParameters: parameterNames(path).map(name => named.get(name) ?? plainParameter(name)),
    query: parameters
      .filter(({ value }) => value.in === 'query')
      .flatMap(each => queryFields(shapes, each.value, each.at))
      .filter(({ name }, i, all) => all.findIndex(other => other.name === name) === i),
    lists: parameters.flatMap(({ value, at }) => {
      const isList =
        value.in === 'query' &&
        followed(shapes, parameterField(shapes, value, at).shape).shape.kind === 'array';
      return isList ? [value.style === 'deepObject' ? 'indexed' : 'repeated'] : [];
    }),
    headers: parameters
      .filter(
        ({ value }) =>
          value.in === 'header' && value.required && !USUAL_HEADERS.has(value.name.toLowerCase()),
      )
      .map(({ value }) => value.name),
    body: raw.requestBody === undefined ? undefined : readBody(description, shapes, raw.requestBody, at),
    response: readResponse(description, shapes, raw, at),
  };
}

/** The names in a path's braces. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
}

function plainParameter(name: string): Field {
  return {
    name,
    shape: { kind: 'string' },
    isRequired: true,
    isReadOnly: false,
    isWriteOnly: false,
    isDeprecated: false,
  };
}

function parametersOf({ description, raw, shared, at }: Given) {
  const found = new Map<string, { readonly value: RawParameter; readonly at: string }>();
  const all = [...shared, ...(raw.parameters ?? [])];
  for (const [i, each] of all.entries()) {
    const one = description.resolve<RawParameter>(each, pointerTo(at, 'parameters', i));
    found.set(`${one.value.in} ${one.value.name}`, one);
  }
  return [...found.values()];
}

/** The fields of a query parameter. By default, each field of an object is sent as its own parameter. */
function queryFields(shapes: ShapeReader, raw: RawParameter, at: string): Field[] {
  const field = parameterField(shapes, raw, at);
  const { shape } = followed(shapes, field.shape);
  if (shape.kind !== 'object' || (raw.style ?? 'form') !== 'form') return [field];
  return shape.fields.map(each => ({ ...each, isRequired: each.isRequired && field.isRequired }));
}

function parameterField(shapes: ShapeReader, raw: RawParameter, at: string): Field {
  const media = Object.values(raw.content ?? {})[0];
  const schema = raw.schema ?? media?.schema;
  const shape = shapes.read(schema, pointerTo(at, 'schema'));
  const isJoined = raw.explode === false || raw.style === 'spaceDelimited' || raw.style === 'pipeDelimited';
  const { kind } = followed(shapes, shape).shape;
  const isJoinedObject = kind === 'object' && isJoined && raw.style !== 'deepObject';
  // It is sent as one value, so the endpoint takes one.
  const isText = media !== undefined || (kind === 'array' && isJoined) || isJoinedObject;
  const separator = { spaceDelimited: 'spaces', pipeDelimited: '|' }[raw.style ?? ''] ?? 'commas';
  const several = isJoinedObject ? 'Names and values alternate,' : 'Several are';
  const note = media !== undefined ? 'JSON, as text.' : `${several} separated by ${separator}.`;
  return {
    name: raw.name,
    shape: isText ? { kind: 'string' } : shape,
    isRequired: raw.required ?? false,
    isReadOnly: false,
    isWriteOnly: false,
    isDeprecated: raw.deprecated ?? false,
    description: isText ? [raw.description, note].filter(Boolean).join('\n\n') : raw.description,
  };
}

function readBody(
  description: Description,
  shapes: ShapeReader,
  given: RawBody | Reference,
  operationAt: string,
): Body | undefined {
  const { value, at } = description.resolve<RawBody>(given, pointerTo(operationAt, 'requestBody'));
  const [mediaType, media] = bestMedia(value.content ?? {}) ?? [];
  if (mediaType === undefined) return undefined;
  const shape: Shape =
    isJson(mediaType) || isForm(mediaType)
      ? shapes.read(media?.schema, pointerTo(at, 'content', mediaType, 'schema'))
      : mediaType.startsWith('text/')
        ? { kind: 'string' }
        : { kind: 'binary' };
  return { shape, isRequired: value.required ?? false, mediaType };
}

function readResponse(
  description: Description,
  shapes: ShapeReader,
  raw: RawOperation,
  operationAt: string,
): Response {
  const responses = raw.responses ?? {};
  const successes = Object.keys(responses)
    .filter(status => /^2/.test(status))
    .sort();
  const found = (successes.length > 0 ? successes : ['default']).flatMap(status => {
    const given = responses[status];
    if (given === undefined) return [];
    const place = pointerTo(operationAt, 'responses', status);
    const { value, at } = description.resolve<RawResponse>(given, place);
    const [mediaType, media] = bestMedia(value.content ?? {}) ?? [];
    return mediaType === undefined
      ? []
      : [{ mediaType, media, at: pointerTo(at, 'content', mediaType, 'schema') }];
  });
  // Prefers JSON. Responses without content, such as a 204 beside a 200, do not count.
  const best = found.find(({ mediaType }) => isJson(mediaType)) ?? found[0];
  if (best === undefined) return { shape: undefined, content: 'none' };
  const { mediaType, media, at } = best;
  const shape = isJson(mediaType) ? shapes.read(media?.schema, at) : undefined;
  // Spring declares a file as `binary` of any media type.
  const isFile = shape !== undefined && followed(shapes, shape).shape.kind === 'binary';
  if (shape !== undefined && !isFile) return { shape, content: 'json', ...(media?.schema && { at }) };
  if (mediaType === 'text/event-stream') return { shape: { kind: 'unknown' }, content: 'stream' };
  const isText = mediaType.startsWith('text/') || /xml|yaml/.test(mediaType);
  return isText
    ? { shape: { kind: 'string' }, content: 'text' }
    : { shape: { kind: 'binary' }, content: 'blob' };
}

/** The media type of a body that is easiest to use. */
function bestMedia(content: Readonly<Record<string, RawMedia>>): [string, RawMedia] | undefined {
  const rank = (type: string) =>
    [
      /^application\/json(?![\w.+-])/,
      /merge-patch\+json/,
      /^(?!.*json-patch).*[/+]json\b/,
      /^\*\/\*/,
      /json/,
      /multipart\/form-data/,
      /x-www-form-urlencoded/,
      /^text\//,
    ].findIndex(pattern => pattern.test(type));
  const ranked = Object.entries(content).map(([type, media]) => ({ type, media, rank: rank(type) }));
  ranked.sort((a, b) => (a.rank === -1 ? 99 : a.rank) - (b.rank === -1 ? 99 : b.rank));
  const best = ranked[0];
  return best && [best.type, best.media];
}

export function isJson(mediaType: string): boolean {
  return /[/+]json\b|^\*\/\*/i.test(mediaType);
}

export function isForm(mediaType: string): boolean {
  return /multipart\/form-data|x-www-form-urlencoded/i.test(mediaType);
}
