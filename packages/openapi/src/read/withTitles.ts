import type { RawDocument, RawSchema } from './Description.js';
import { pointerTo } from './jsonPointer.js';
import { withReferences } from './withReferences.js';

/** Names that only count schemas, such as the `def-0` of Fastify. */
const PLACEHOLDER = /^_*(def|model|schema)[-_]?\d+$/i;

const SCHEMAS = '#/components/schemas';

/** Names the schemas whose name only counts them by their `title`, which Fastify takes from their `$id`. */
export function withTitles(document: RawDocument): RawDocument {
  const { schemas = {} } = document.components ?? {};
  const taken = new Set(Object.keys(schemas));
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    const title = PLACEHOLDER.test(name) ? titleOf(schema) : '';
    if (title === '' || taken.has(title)) continue;
    taken.add(title);
    names.set(name, title);
  }
  if (names.size === 0) return document;
  const moved = new Map(
    [...names].map(([name, title]) => [pointerTo(SCHEMAS, name), pointerTo(SCHEMAS, title)]),
  );
  const entries = Object.entries(schemas).map(([name, schema]) => {
    const title = names.get(name);
    return title === undefined ? [name, schema] : [title, { ...schema, title: undefined }];
  });
  const components = { ...document.components, schemas: Object.fromEntries(entries) };
  return withReferences({ ...document, components }, moved) as RawDocument;
}

/** The name in a title, which may be an address: `https://example.com/user.json#`. */
function titleOf({ title = '' }: RawSchema): string {
  return (
    title
      .replace(/[#/]+$/, '')
      .split('/')
      .at(-1)
      ?.replace(/\.json$/, '')
      .trim()
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-') ?? ''
  );
}
