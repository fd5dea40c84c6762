/** Grey blocks where content is about to be. */
export function Loading({ blocks }: { blocks: number }) {
  return (
    <div className="loading" role="status" aria-label="Loading">
      {Array.from({ length: blocks }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are all alike and never change places
        <div key={index} className="loading-block" />
      ))}
    </div>
  );
}
