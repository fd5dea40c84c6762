/** The front of a book, as it stands on the shelf. */
export function Cover({ tone, title, author }: { tone: string; title: string; author: string }) {
  return (
    <span className={`cover ${tone}`}>
      <strong>{title}</strong>
      <span>{author}</span>
    </span>
  );
}
