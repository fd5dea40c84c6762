/** What the app shows; the same in each step. */
export function ListView({
  posts,
}: {
  readonly posts: readonly { readonly id: number; readonly title: string }[];
}) {
  return (
    <ul>
      {posts.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  );
}

export function DetailView({
  title,
  onRename,
}: {
  readonly title: string | undefined;
  readonly onRename: () => void;
}) {
  return (
    <article>
      <h1>{title}</h1>
      <button type="button" onClick={onRename}>
        Rename
      </button>
    </article>
  );
}
