/** Phrases that the docs do not use, each with what to write instead. Read outside of code, in any case. */
export const glossary = [
  [/\banswer(s|ed|ing)?\b/, 'response, to respond'],
  [/\bask(s|ed|ing)? (for|again|anew|the server|at once|twice)\b/, 'fetch, refetch, request'],
  [/\bunder way\b/, 'in flight, pending'],
  [/\bon (its|their|the) way\b/, 'in flight, pending, loading'],
  [/\bg(ive|ives|iven|iving|ave) (it |them |a request )?up\b/, 'abort, cancel'],
  [/\bremember(s|ed|ing)?\b/, 'keep, cache, memoize'],
  [/\banew\b/, 'again, a new one'],
  [/\bgrow(s|n|ing)? (old|older|stale)\b/, 'expire, become stale'],
  [/\bof age\b/, 'stale, expired'],
  [/\bwhoever\b/, 'the component that, the caller that'],
  [/\bone['’]s own\b/, 'your own'],
  [/\btelephone/, 'phone, mobile app'],
  [/\btak(e|es|en|ing) (\w+ )?over\b/, 'hydrate'],
  [/\btak(e|es|en|ing) (it |them )?back\b/, 'roll back, undo'],
  [/\b(is|are) to (be|have|hear|do)\b/, 'must be, has to be'],
  [/\b(next|an|no|each) occasion\b/, 'the next read'],
  [/\blook(s|ed|ing)? after\b/, 'maintain, keep up to date'],
  [/\bhear(s|d)? of\b/, 'is notified of, receives'],
  [/\btell(s)? of\b/, 'reports, describes'],
  [/\bsomebody\b/, 'someone, a component, a caller'],
  [/\blikewise\b/, 'also, the same way'],
];

/** Where such a phrase is right, by page: the part of a line that may hold it. */
export const exceptions = {
  // Names of tests.
  'docs/specification.md': [/"[^"]*"/g],
};
