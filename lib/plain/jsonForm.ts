const forms = new WeakMap<object, object>();

/** Sets the form to write in place of an object. */
export function setJsonForm<Made extends object>(made: Made, form: object): Made {
  forms.set(made, form);
  return made;
}

/** The form to write in its place; `undefined` to write it as it is. */
export function jsonForm(value: object): object | undefined {
  return forms.get(value);
}
