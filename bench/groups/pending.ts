/** What optimistic updates cost while they are pending, and when many of them settle at once. */
import { resource } from 'rdc-toolkit';
import { type Candidate, compare } from '../measure';
import { issue, issues, middle } from '../payloads';
import { IssueEntity, IssueResource, openStore } from '../peers/ours';
import { type Growth, report } from '../report';

const LENGTH = 2_000;
const LIST = issues(LENGTH);
const OPEN = { state: 'open' };
const { getList, partialUpdate } = IssueResource;

/** Issues whose lists follow each change of a record. */
class Card extends IssueEntity {
  static override key = 'Card';
}
const CardResource = resource({
  urlPrefix: 'http://bench.test',
  path: '/cards/:id',
  schema: Card,
  searchParams: {} as { state: string },
  optimistic: true,
  belongs: (card, { state }) => card.state === state,
});

/** A store with a list, and a reader who looks at it whenever the store speaks, as a mounted component does. */
function withReader(list: typeof getList | typeof CardResource.getList = getList) {
  const { client, store, controller } = openStore();
  store.dispatch(list.setResponse(OPEN, LIST as never));
  const select = client.selectors.selectResponse(list as typeof getList, OPEN);
  const read = () => select(store.getState()).data;
  store.subscribe(read);
  read();
  return { store, controller, read };
}
type Opened = ReturnType<typeof withReader>;

const idOf = (i: number) => LIST[i % LENGTH]?.id ?? 0;

/** Begins optimistic updates of as many records. */
const rename = ({ controller }: Opened, count: number, update: typeof partialUpdate = partialUpdate) =>
  Array.from({ length: count }, (_, i) =>
    controller.fetch(update, { id: idOf(i) }, { title: `renamed ${i}` }),
  );

/** Replies to a change with the record as it is after it. */
const replies = async (url: unknown, init?: RequestInit) => {
  const id = Number(String(url).split('/').at(-1));
  return Response.json({ ...LIST.find(issue => issue.id === id), ...JSON.parse(String(init?.body)) });
};

/** Sizes in turn, until one takes so long that the next would take minutes. */
async function grown(
  sizes: readonly number[],
  timeOf: (size: number) => Promise<number>,
): Promise<Growth['peers'][number]> {
  const points: [number, number][] = [];
  for (const size of sizes) {
    const ms = await timeOf(size);
    points.push([size, ms]);
    if (ms > 5_000) break;
  }
  return { peer: 'rdc-toolkit', points };
}

const burst = async (size: number, { getList: list, partialUpdate: update }: typeof IssueResource) => {
  globalThis.fetch = replies as typeof fetch;
  let opened: Opened;
  const candidate: Candidate = {
    peer: 'rdc-toolkit',
    prepare: () => {
      opened = withReader(list);
    },
    run: () => Promise.all(rename(opened, size, update)),
  };
  const [timing] = await compare([candidate], { rounds: 5 });
  return timing?.median ?? Number.NaN;
};
report({
  title:
    'A burst of optimistic updates, each of another record, until the server has responded to all of them',
  by: 'updates',
  peers: [await grown([10, 100, 300, 1_000], size => burst(size, IssueResource))],
});
report({
  title: 'The same, of records in a list with `belongs`',
  by: 'updates',
  peers: [await grown([10, 100, 300, 1_000], size => burst(size, CardResource as never))],
});

const never = () => new Promise<Response>(() => {});
const whilePending = async (size: number, change: (opened: Opened, round: number) => void) => {
  globalThis.fetch = never;
  const opened = withReader();
  for (const request of rename(opened, size)) request.catch(() => {});
  // The requests have left by then.
  await new Promise(resolve => setTimeout(resolve));
  const candidate: Candidate = {
    peer: 'rdc-toolkit',
    run: round => {
      change(opened, round);
      opened.read();
    },
  };
  const [timing] = await compare([candidate], { rounds: 25 });
  return timing?.median ?? Number.NaN;
};

const write = ({ controller }: Opened, round: number) =>
  controller.set(IssueEntity, { id: middle(LENGTH, round), title: `written ${round}` });
report({
  title: 'Another record written and the list read, while optimistic updates are pending',
  by: 'pending updates',
  peers: [await grown([1, 10, 100, 1_000], size => whilePending(size, write))],
});

let created = LENGTH;
const create = ({ store }: Opened) =>
  store.dispatch(getList.push.setResponse(OPEN, {}, issue(++created) as never));
report({
  title: 'Another record created and the list read, while optimistic updates are pending',
  by: 'pending updates',
  peers: [await grown([1, 10, 100, 1_000], size => whilePending(size, create))],
});

const changeAll = getList.extend({
  method: 'PUT',
  name: 'bench.changeAll',
  schema: [IssueEntity],
  body: {} as { title: string },
  writes: ['title'],
});
/** Replies to a change of all with the records as they are after it, and to a read of them. */
const repliesOf = (rows: readonly object[]) => async (_url: unknown, init?: RequestInit) =>
  Response.json(init?.body ? rows.map(row => ({ ...row, ...JSON.parse(String(init.body)) })) : rows);

/** Two changes of the same records overlap, and leave each in doubt: both are sent, the list is read, and fetched again. */
const doubted = async (size: number) => {
  const rows = issues(size);
  globalThis.fetch = repliesOf(rows) as typeof fetch;
  let opened: Pick<Opened, 'controller' | 'read'>;
  const candidate: Candidate = {
    peer: 'rdc-toolkit',
    prepare: () => {
      const { client, store, controller } = openStore();
      store.dispatch(getList.setResponse(OPEN, rows as never));
      const select = client.selectors.selectResponse(getList, OPEN);
      opened = { controller, read: () => select(store.getState()).data };
    },
    run: async () => {
      const titles = ['one', 'other'];
      await Promise.all(titles.map(title => opened.controller.fetch(changeAll, OPEN, { title })));
      opened.read();
      await opened.controller.fetch(getList, OPEN);
      opened.read();
    },
  };
  const [timing] = await compare([candidate], { rounds: 5 });
  return timing?.median ?? Number.NaN;
};
report({
  title: 'All records of a list changed twice at one time, in doubt, and fetched again',
  by: 'records',
  peers: [await grown([100, 1_000, 10_000], doubted)],
});

const hanging = async (size: number) => {
  const rows = issues(size);
  globalThis.fetch = (async (_url, init) =>
    init?.method === 'PATCH' ? never() : Response.json(rows)) as typeof fetch;
  const { store, controller } = openStore();
  store.dispatch(CardResource.partialUpdate.fetch({ id: 1 }, { title: 'sent' }) as never);
  await controller.fetch(CardResource.getList, OPEN);
  const candidate: Candidate = {
    peer: 'rdc-toolkit',
    run: round => controller.set(Card, { id: middle(size, round), title: `written ${round}` }),
  };
  const [timing] = await compare([candidate], { rounds: 25 });
  return timing?.median ?? Number.NaN;
};
report({
  title: 'One record written while a request hangs, after a list with `belongs` has come',
  by: 'records in the list',
  peers: [await grown([100, 1_000, 10_000], hanging)],
});
