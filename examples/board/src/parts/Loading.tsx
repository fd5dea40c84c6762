/** A skeleton of what is loading: cards, rows of a list, or a page with facts next to its text. */
export function Loading({ shape, count = 1 }: { shape: 'cards' | 'rows' | 'page'; count?: number }) {
  return (
    <div className={`loading loading-${shape}`} role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never change places
        <div key={index} className="loading-block">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
