import './style.css';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { after } from 'next/server';
import { AsyncBoundary } from 'rdc-toolkit/react';
import type { ReactNode } from 'react';
import { Me } from '../shelf/Me';
import { Progress } from '../shelf/Progress';
import { heldCookies } from '../store/heldCookies';
import { StoreProvider } from '../store/StoreProvider';

export const metadata: Metadata = {
  title: { default: 'Folio', template: '%s · Folio' },
  description: 'A shelf of books',
};

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <StoreProvider nonce={await holdCookie()}>
          <header className="header">
            <Link className="brand" href="/">
              Folio
            </Link>
            <Progress />
            <AsyncBoundary>
              <Me />
            </AsyncBoundary>
          </header>
          <main>{children}</main>
        </StoreProvider>
      </body>
    </html>
  );
}

/** Holds the reader's cookie until the answer is out. */
async function holdCookie() {
  const request = await headers();
  const nonce = request.get('x-nonce') ?? '';
  heldCookies().set(nonce, request.get('cookie') ?? '');
  after(() => heldCookies().delete(nonce));
  return nonce;
}
