import { AsyncBoundary } from 'rdc-toolkit/react';
import { Shelf } from '../shelf/Shelf';
import { Suggestions } from '../shelf/Suggestions';

export default function ShelfPage() {
  return (
    <>
      <section aria-labelledby="shelf">
        <h1 id="shelf">Your shelf</h1>
        <AsyncBoundary fallback={<p className="waiting">Looking along the shelf…</p>}>
          <Shelf />
        </AsyncBoundary>
      </section>
      <section aria-labelledby="suggestions">
        <h2 id="suggestions">You might like</h2>
        <AsyncBoundary fallback={<p className="waiting">Thinking…</p>}>
          <Suggestions />
        </AsyncBoundary>
      </section>
    </>
  );
}
