import { own } from './own';

type Fields = Readonly<Record<string, unknown>> | undefined;

/** The names of the fields that two objects have not in common, or with another value. */
export function changedNames(before: Fields, after: Fields): readonly string[] {
  return Object.keys({ ...before, ...after }).filter(name => own(before, name) !== own(after, name));
}
