'use client';

import { useController, useSuspense } from 'rdc-toolkit/react';
import { Cover } from '../book/Cover';
import { BookResource } from '../resources/Book';
import { SuggestionResource } from '../resources/Suggestion';

export function Suggestions() {
  const suggestions = useSuspense(SuggestionResource.getList);
  const books = useSuspense(BookResource.getList);
  const { fetch } = useController();
  const owned = new Set(books.map(({ id }) => id));
  return (
    <ul className="shelf">
      {suggestions
        .filter(({ id }) => !owned.has(id))
        .map(({ id, title, author, cover }) => (
          <li key={id}>
            <Cover tone={cover} title={title} author={author.name} />
            <button
              type="button"
              aria-label={`Add ${title}`}
              onClick={() => fetch(BookResource.getList.push, { id })}
            >
              Add to shelf
            </button>
          </li>
        ))}
    </ul>
  );
}
