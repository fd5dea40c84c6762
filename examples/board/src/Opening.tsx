import { Loading } from './parts/Loading';

/** Shown until it is known who is logged in, or who can. */
export function Opening() {
  return (
    <main>
      <h1 className="visually-hidden">Board</h1>
      <Loading shape="page" />
    </main>
  );
}
