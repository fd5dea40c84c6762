import { createNormalizer, type Data } from '@normy/core';
import { QueryClient } from '@tanstack/query-core';
import type { Issue } from '../payloads';
import type { Peer } from './Peer';

const KEY = ['issues', 'open'];
const QUERY = JSON.stringify(KEY);

/** Issues, labels and users have an `id`, repositories a name; normy looks at nothing else. */
function keyOf(record: Readonly<Record<string, unknown>>): string | undefined {
  const key = record.id ?? record.full_name;
  return key === undefined ? undefined : String(key);
}

/** normy beside TanStack Query, joined as `@normy/query-core` joins them. */
export const normy: Peer = {
  name: 'normy',
  isNormalized: true,
  open() {
    const client = new QueryClient();
    const normalizer = createNormalizer({ getNormalizationObjectKey: keyOf as never });
    const store = (issues: readonly Issue[]) => {
      client.setQueryData(KEY, issues);
      normalizer.setQuery(QUERY, issues as unknown as Data);
    };
    const read = () => client.getQueryData<readonly Issue[]>(KEY) ?? [];
    return {
      receive: store,
      read,
      rename: (id, title) => {
        for (const { data } of normalizer.getQueriesToUpdate({ id, title } as unknown as Data)) {
          store(data as unknown as readonly Issue[]);
        }
      },
      append: page => store([...read(), ...page]),
      push: issue => store([...read(), issue]),
      unshift: issue => store([issue, ...read()]),
      remove: id => store(read().filter(issue => issue.id !== id)),
    };
  },
};
