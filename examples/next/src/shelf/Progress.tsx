'use client';

import { useQuery } from 'rdc-toolkit/react';
import { progress } from '../resources/Book';

/** Asks for nothing, and waits for nothing: it says what is known. */
export function Progress() {
  return <p className="progress">{useQuery(progress)}</p>;
}
