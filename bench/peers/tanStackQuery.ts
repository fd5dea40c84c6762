import { QueryClient } from '@tanstack/query-core';
import type { Issue } from '../payloads';
import type { Peer } from './Peer';

const OPEN = ['issues', 'open'];
const CLOSED = ['issues', 'closed'];

export const tanStackQuery: Peer = {
  name: 'TanStack Query',
  isNormalized: false,
  open() {
    const client = new QueryClient();
    const update = (key: readonly string[], change: (list: readonly Issue[]) => readonly Issue[]) =>
      void client.setQueryData<readonly Issue[]>(key, list => change(list ?? []));
    return {
      receive: issues => void client.setQueryData(OPEN, issues),
      receiveClosed: issues => void client.setQueryData(CLOSED, issues),
      read: () => client.getQueryData<readonly Issue[]>(OPEN) ?? [],
      rename: (id, title) =>
        update(OPEN, list => list.map(issue => (issue.id === id ? { ...issue, title } : issue))),
      append: page => update(OPEN, list => [...list, ...page]),
      push: issue => update(OPEN, list => [...list, issue]),
      unshift: issue => update(OPEN, list => [issue, ...list]),
      remove: id => update(OPEN, list => list.filter(issue => issue.id !== id)),
      move: moved => {
        update(OPEN, list => list.filter(issue => issue.id !== moved.id));
        update(CLOSED, list => [...list, moved]);
      },
    };
  },
};
