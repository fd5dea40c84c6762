import type { RestEndpoint } from 'rdc-toolkit';
import { expect, it } from 'vitest';
import { clientOf, gone, inPath, newStore, record } from './client.js';
import { ok, ref } from './helpers.js';

it.each([
  ['below a list of them', '/projects/{projectId}/members', '/projects/{projectId}/members/{userId}'],
  ['elsewhere', '/members', '/membership/members/{userId}'],
])(
  'a deletion by another field than the key keeps the record with that key: %s',
  async (_where, list, one) => {
    const parameters = list.includes('{') ? [inPath('projectId')] : [];
    const members = { type: 'array', items: ref('Member') };
    const { endpoints, mock } = await clientOf(
      {
        [list]: { parameters, get: { operationId: 'list', tags: ['members'], responses: ok(members) } },
        [one]: {
          parameters: [...parameters, inPath('userId')],
          delete: { operationId: 'leave', tags: ['members'], responses: gone },
        },
      },
      { Member: record('id', 'userId', 'name') },
    );
    const made = (await endpoints('membersEndpoints')) as unknown as Readonly<
      Record<'list' | 'leave', RestEndpoint>
    >;
    const args = parameters.length > 0 ? { projectId: 'p' } : undefined;
    const store = newStore();
    const ada = { id: 'm1', userId: 'm2', name: 'Ada' };
    const bob = { id: 'm2', userId: 'm3', name: 'Bob' };
    mock.respond('list', [ada, bob]);
    await store.dispatch(made.list.fetch(args as never));

    await store.dispatch(made.leave.fetch({ ...args, userId: ada.userId } as never));

    expect(mock.requests.at(-1)).toBe(`DELETE ${one.replace('{projectId}', 'p').replace('{userId}', 'm2')}`);
    const shown = made.list.select(args as never)(store.getState()).data as readonly {
      readonly name: string;
    }[];
    expect(shown.map(({ name }) => name)).toContain('Bob');
  },
);
