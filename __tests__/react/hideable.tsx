import { act } from '@testing-library/react';
import { Activity, type ReactNode } from 'react';
import type { TestStore } from '../helpers/createTestStore';
import { renderAwaited } from './renderIn';

/** Something on a page that an `Activity` above can hide, without rendering anything below again. */
export async function hideable(
  store: TestStore,
  children: ReactNode,
  mode: 'visible' | 'hidden' = 'visible',
) {
  const within = (now: 'visible' | 'hidden') => <Activity mode={now}>{children}</Activity>;
  const page = await renderAwaited(store, within(mode));
  const to = (now: 'visible' | 'hidden') => () => act(async () => page.rerender(within(now)));
  return { page, hide: to('hidden'), show: to('visible'), text: () => page.text() };
}
