import { useController } from 'rdc-toolkit/react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { IssueResource } from '../resources/Issue';
import { type Status, statusNames } from '../resources/status';
import { useAppDispatch } from '../store';
import { draftOpened } from '../view';
import { Count } from './Count';

/** One column; a card dropped on it moves here. */
export function Column({ status, children }: { status: Status; children: ReactNode }) {
  const dispatch = useAppDispatch();
  const controller = useController();
  const [over, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const id = event.dataTransfer.getData('text/plain');
    if (id) void controller.fetch(IssueResource.partialUpdate, { id }, { status });
  }

  return (
    <section
      className={over ? 'column column-over' : 'column'}
      data-status={status}
      aria-label={statusNames[status]}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header>
        <h2>{statusNames[status]}</h2>
        <Count status={status} />
        <button
          type="button"
          className="add"
          aria-label={`New issue in ${statusNames[status]}`}
          onClick={() => dispatch(draftOpened(status))}
        >
          +
        </button>
      </header>
      {children}
    </section>
  );
}
