'use client';

import { useSuspense } from 'rdc-toolkit/react';
import { getMe } from '../resources/Reader';

const READERS = ['ada', 'grace'];

/** Who reads; the other one is a button away. */
export function Me() {
  const me = useSuspense(getMe);
  const other = READERS.find(id => id !== me.id);
  return (
    <form className="me" action="/api/session" method="post">
      <span>{me.name}</span>
      <button type="submit" name="reader" value={other}>
        Change reader
      </button>
    </form>
  );
}
