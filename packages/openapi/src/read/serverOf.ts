import type { RawServer } from './Description.js';

/** The URL of the first server, without trailing slashes; `undefined` if there is none. */
export function serverOf(servers: readonly RawServer[] | undefined): string | undefined {
  const [first] = servers ?? [];
  if (first === undefined) return undefined;
  const filled = first.url.replaceAll(
    /\{([^}]+)\}/g,
    (found, name: string) => first.variables?.[name]?.default ?? found,
  );
  return filled.replace(/\/+$/, '');
}
