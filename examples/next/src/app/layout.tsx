import './style.css';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { AsyncBoundary } from 'rdc-toolkit/react';
import type { ReactNode } from 'react';
import { holdCookie } from '../server/holdCookie';
import { Me } from '../shelf/Me';
import { Progress } from '../shelf/Progress';
import { StoreProvider } from '../store/StoreProvider';

export const metadata: Metadata = {
  title: { default: 'Folio', template: '%s · Folio' },
  description: 'A shelf of books',
};

export default async function Layout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? '';
  return (
    <html lang="en">
      <body>
        <StoreProvider nonce={nonce} ticket={await holdCookie()}>
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
