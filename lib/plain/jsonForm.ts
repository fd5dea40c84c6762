const forms = new WeakMap<object, object>();

/** Sets the form to write in place of an object. */
export function setJsonForm<Instance extends object>(instance: Instance, form: object): Instance {
  forms.set(instance, form);
  return instance;
}

/** The form to write in its place; `undefined` to write it as it is. */
export function jsonForm(value: object): object | undefined {
  return forms.get(value);
}
