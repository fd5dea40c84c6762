'use client';

import Link from 'next/link';
import { useSuspense } from 'rdc-toolkit/react';
import { Cover } from '../book/Cover';
import { BookResource } from '../resources/Book';

export function Shelf() {
  const books = useSuspense(BookResource.getList);
  return (
    <ul className="shelf">
      {books.map(({ id, title, author, cover, status, note }) => (
        <li key={id}>
          <Link href={`/books/${id}`}>
            <Cover tone={cover} title={title} author={author.name} />
            <span className="status" data-status={status}>
              {status}
            </span>
            {note && <q>{note}</q>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
