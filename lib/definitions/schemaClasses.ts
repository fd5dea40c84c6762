import type { Schema } from '../types/Schema';

/**
 * The schema classes, by the word that stands for them in names.
 *
 * A class is added when its module loads: code that reads names imports none of them, and an app without unions does
 * not ship them.
 */
export const schemaClasses = new Map<string, new (...parts: never[]) => unknown>();

/** Makes a schema from others; `undefined` if no loaded module has its class. */
export function makeSchema(maker: string, ...parts: readonly unknown[]): Schema | undefined {
  const Made = schemaClasses.get(maker);
  return Made && (new Made(...(parts as never[])) as Schema);
}
