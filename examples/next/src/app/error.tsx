'use client';

/** What a page shows when one of its server components has failed. */
export default function Failure({ retry }: { retry: () => void }) {
  return (
    <section role="alert">
      <h1>That did not work</h1>
      <p>
        <button type="button" onClick={retry}>
          Try again
        </button>
      </p>
    </section>
  );
}
