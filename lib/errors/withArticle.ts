/** A name with the article that goes before it: "an Issue", "a Todo", "a User". */
export function withArticle(name: string): string {
  return `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;
}
