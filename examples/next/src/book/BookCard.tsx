'use client';

import { useController, useSuspense } from 'rdc-toolkit/react';
import { BookResource, STATUSES } from '../resources/Book';
import { Cover } from './Cover';
import { NoteForm } from './NoteForm';

export function BookCard({ id }: { id: string }) {
  const { title, author, year, cover, status, note } = useSuspense(BookResource.get, { id });
  const { fetch } = useController();
  return (
    <article className="book">
      <Cover tone={cover} title={title} author={author.name} />
      <div>
        <h1>{title}</h1>
        <p>
          {author.name}, {year}
        </p>
        <fieldset>
          <legend>Status</legend>
          {STATUSES.map(each => (
            <label key={each}>
              <input
                type="radio"
                name="status"
                checked={each === status}
                onChange={() => fetch(BookResource.partialUpdate, { id }, { status: each })}
              />
              {each}
            </label>
          ))}
        </fieldset>
        <NoteForm key={note} id={id} note={note} />
      </div>
    </article>
  );
}
