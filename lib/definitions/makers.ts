import type { Schema } from '../types/Schema';

/**
 * The classes that schemas are made of, by the word that stands for them in names.
 *
 * A class is here once its module is loaded: code that reads names imports none of them, and an app without
 * unions does not ship them.
 */
export const makers = new Map<string, new (...parts: never[]) => unknown>();

/** A schema made of others; `undefined` where its class is in no module that is loaded. */
export function makeSchema(maker: string, ...parts: readonly unknown[]): Schema | undefined {
  const Made = makers.get(maker);
  return Made && (new Made(...(parts as never[])) as Schema);
}
