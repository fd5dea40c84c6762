/** Fields, of which those that may be `undefined` are left out where they are. */
export type Known<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** An object without the fields that are `undefined`: JSON has none such. */
export function known<T extends object>(fields: T): Known<T> {
  const kept: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept as Known<T>;
}
