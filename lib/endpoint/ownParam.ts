import { parsePath } from '../url/PathTemplate';

/** The parameter of a record's own path that names the record: the last, what precedes it being its parents. */
export function ownParam(path: string): string | undefined {
  return parsePath(path).names.at(-1);
}
