const forms = new WeakMap<object, object>();

/** Notes what is written in place of an object. */
export function writeAs<Made extends object>(made: Made, form: object): Made {
  forms.set(made, form);
  return made;
}

/** What is written in its place; `undefined` for what is written as it is. */
export function writtenForm(value: object): object | undefined {
  return forms.get(value);
}
