import Link from 'next/link';

export default function NotFound() {
  return (
    <section>
      <h1>Not on your shelf</h1>
      <p>
        There is no such book here. <Link href="/">Back to the shelf</Link>
      </p>
    </section>
  );
}
