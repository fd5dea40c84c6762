import { Loading } from './parts/Loading';

/** Until it is known who is logged in, or who could, the whole window waits. */
export function Opening() {
  return (
    <main>
      <h1 className="visually-hidden">Board</h1>
      <Loading shape="page" />
    </main>
  );
}
