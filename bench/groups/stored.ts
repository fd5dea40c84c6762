/** What one action costs while much else is stored. */
import { Endpoint, Entity } from 'rdc-toolkit';
import { type Candidate, compare } from '../measure';
import { issue } from '../payloads';
import { IssueResource, openStore } from '../peers/ours';
import { type Growth, report } from '../report';

const { getList } = IssueResource;

async function grown(
  sizes: readonly number[],
  candidateOf: (size: number) => Candidate,
): Promise<Growth['peers']> {
  const points: [number, number][] = [];
  for (const size of sizes) {
    const [timing] = await compare([candidateOf(size)]);
    points.push([size, timing?.median ?? Number.NaN]);
  }
  return [{ peer: 'rdc-toolkit', points }];
}

/** A store with so many lists of one record each, found by these searches. */
function storeWithLists(size: number, searchOf: (i: number) => object) {
  const { store } = openStore();
  for (let i = 0; i < size; i++) {
    store.dispatch(getList.setResponse(searchOf(i) as never, [issue(i)] as never));
  }
  return store;
}

const byState = (i: number) => ({ state: `state ${i}` });

report({
  title: 'A creation while lists of its kind are stored, one of them matching',
  by: 'lists',
  peers: await grown([10, 100, 1_000, 10_000], size => {
    const store = storeWithLists(size, byState);
    return {
      peer: '',
      run: round => {
        const state = `state ${size >> 1}`;
        const created = { ...issue(1_000_000 + round), state };
        store.dispatch(getList.push.setResponse({ state }, {}, created as never));
      },
    };
  }),
});

report({
  title: 'The same, where all lists agree in one of two filters',
  by: 'lists',
  peers: await grown([10, 100, 1_000, 10_000], size => {
    const searchOf = (i: number) => ({ locked: 'false', ...byState(i) });
    const store = storeWithLists(size, searchOf);
    return {
      peer: '',
      run: round => {
        const search = searchOf(size >> 1);
        const created = { ...issue(1_000_000 + round), state: search.state };
        store.dispatch(getList.push.setResponse(search as never, {}, created as never));
      },
    };
  }),
});

report({
  title: 'A record moved while lists of its kind are stored, out of one and into another',
  by: 'lists',
  peers: await grown([10, 100, 1_000, 10_000], size => {
    const store = storeWithLists(size, byState);
    return {
      peer: '',
      run: round => {
        const moved = { ...issue(round % 10), state: `state ${size - 1 - (round % 10)}` };
        store.dispatch(
          getList.move.setResponse({ id: moved.id }, { state: moved.state } as never, moved as never),
        );
      },
    };
  }),
});

class Point extends Entity {
  id = '';
  value = 0;
  static key = 'Point';
}
const pointEndpoint = (name: string) =>
  new Endpoint(async (_: { id: string }) => ({ id: '', value: 0 }), { name, schema: Point });
const getPoint = pointEndpoint('getPoint');
const getOther = pointEndpoint('getOther');

function fill({ dispatch }: ReturnType<typeof openStore>['store'], endpoint: typeof getPoint, count: number) {
  for (let i = 0; i < count; i++) {
    const id = String(i);
    dispatch(endpoint.setResponse({ id }, { id, value: i } as never));
  }
}

report({
  title: 'expireAll of an endpoint with ten responses, while another has many',
  by: 'responses',
  peers: await grown([100, 1_000, 10_000, 100_000], size => {
    const { store, controller } = openStore();
    fill(store, getOther, size);
    return { peer: '', prepare: () => fill(store, getPoint, 10), run: () => controller.expireAll(getPoint) };
  }),
});

report({
  title: 'The first expireAll of an endpoint, while another has many responses',
  by: 'responses',
  peers: await grown([100, 1_000, 10_000, 100_000], size => {
    const { store, controller } = openStore();
    fill(store, getOther, size);
    // One who has not been expired before, in each round.
    let endpoint = getPoint;
    return {
      peer: '',
      prepare: (round: number) => {
        endpoint = pointEndpoint(`getPoint${round}`);
        fill(store, endpoint, 10);
      },
      run: () => controller.expireAll(endpoint),
    };
  }),
});
