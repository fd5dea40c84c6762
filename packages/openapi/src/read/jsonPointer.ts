/** A place in a document: `#/paths/~1users~1{id}/get`. */
export function pointerTo(base: string, ...names: readonly (string | number)[]): string {
  return names.reduce<string>(
    (pointer, name) => `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    base,
  );
}

/** The names in a pointer, unescaped. */
export function namesIn(pointer: string): string[] {
  return pointer
    .replace(/^#\/?/, '')
    .split('/')
    .map(name => decodeURIComponentSafely(name).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a place in a document; `undefined` if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const name of pointer === '#' ? [] : namesIn(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
