import { parsePath } from '../url/PathTemplate';

/** The parameter that identifies the record in its path: the last one, since the others name its parents. */
export function ownParam(path: string): string | undefined {
  return parsePath(path).names.at(-1);
}
