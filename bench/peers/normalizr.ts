import { denormalize, normalize, schema } from 'normalizr';
import type { Issue } from '../payloads';
import type { Peer } from './Peer';

const user = new schema.Entity('users');
const label = new schema.Entity('labels');
const repository = new schema.Entity('repositories', { owner: user }, { idAttribute: 'full_name' });
const issue = new schema.Entity('issues', { user, labels: [label], repository });

type Tables = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Tables merged as the usual reducer around normalizr does it, and no memory of what was read. */
export const normalizr: Peer = {
  name: 'normalizr',
  isNormalized: true,
  open() {
    let entities: Tables = {};
    let open: readonly unknown[] = [];
    const merge = (input: unknown, under: unknown) => {
      const normalized = normalize(input, under as never);
      const merged: Record<string, Readonly<Record<string, object>>> = { ...entities };
      for (const [kind, rows] of Object.entries(normalized.entities as Tables)) {
        merged[kind] = { ...merged[kind], ...rows };
      }
      entities = merged;
      return normalized.result as unknown;
    };
    const joining = (input: readonly Issue[]) => merge(input, [issue]) as readonly unknown[];
    return {
      receive: issues => {
        open = joining(issues);
      },
      read: () => denormalize(open, [issue], entities) as readonly Issue[],
      rename: (id, title) => {
        const rows = entities.issues ?? {};
        entities = { ...entities, issues: { ...rows, [id]: { ...rows[id], title } } };
      },
      append: page => {
        open = [...open, ...joining(page)];
      },
      push: created => {
        open = [...open, ...joining([created])];
      },
      unshift: created => {
        open = [...joining([created]), ...open];
      },
      remove: id => {
        open = open.filter(other => other !== id);
      },
    };
  },
};
