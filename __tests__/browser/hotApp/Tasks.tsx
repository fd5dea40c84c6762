import { useController, useDLE } from 'rdc-toolkit/react';
import { TaskResource } from './resources/tasks';

export function Tasks() {
  const { data, loading } = useDLE(TaskResource.getList);
  const { fetch } = useController();
  if (loading || data === undefined) return <p>Loading</p>;
  return (
    <main>
      <h1>Tasks</h1>
      {data.map(({ id, title, label }) => (
        <button
          key={id}
          type="button"
          onClick={() => void fetch(TaskResource.partialUpdate, { id }, { title: `${title}+` })}
        >
          {label}
        </button>
      ))}
    </main>
  );
}
