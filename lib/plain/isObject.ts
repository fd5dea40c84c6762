/** Whether a value is an object of any class, including arrays. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether an object defines its own JSON form: a date, a URL. */
export function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return isObject(value) && typeof (value as { readonly toJSON?: unknown }).toJSON === 'function';
}
