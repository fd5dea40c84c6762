import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { NetworkError } from 'rdc-toolkit';
import { AsyncBoundary } from 'rdc-toolkit/react';
import { BookCard } from '../../../book/BookCard';
import { AuthorResource } from '../../../resources/Author';
import { BookResource } from '../../../resources/Book';
import { asReader } from '../../../server/asReader';

interface Props {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { title } = await bookOf(await params);
  return { title };
}

export default async function BookPage({ params }: Props) {
  const { id, author } = await bookOf(await params);
  const { name, life } = await AuthorResource.get({ id: author.id });
  return (
    <>
      <Link className="back" href="/">
        ← Your shelf
      </Link>
      <AsyncBoundary fallback={<p className="waiting">Taking it from the shelf…</p>}>
        <BookCard id={id} />
      </AsyncBoundary>
      <section aria-labelledby="author">
        <h2 id="author">{name}</h2>
        <p>{life}</p>
      </section>
    </>
  );
}

/** Awaited without a store. Next.js sends equal requests of one page once. */
async function bookOf({ id }: { id: string }) {
  try {
    return await BookResource.get.extend(await asReader())({ id });
  } catch (error) {
    if (error instanceof NetworkError && error.status === 404) notFound();
    throw error;
  }
}
