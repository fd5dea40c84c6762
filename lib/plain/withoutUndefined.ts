/** Fields of which those that may be `undefined` are optional. */
export type WithoutUndefined<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** An object without its `undefined` fields: JSON has none. */
export function withoutUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  const kept: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept as WithoutUndefined<T>;
}
