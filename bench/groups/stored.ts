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

report({
  title: 'A creation while lists of its kind are stored, one of them matching',
  by: 'lists',
  peers: await grown([10, 100, 1_000, 10_000], size => {
    const { store } = openStore();
    for (let i = 0; i < size; i++) {
      store.dispatch(getList.setResponse({ state: `state ${i}` }, [issue(i)] as never));
    }
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

class Point extends Entity {
  id = '';
  value = 0;
  static key = 'Point';
}
const getPoint = new Endpoint(async (_: { id: string }) => ({ id: '', value: 0 }), {
  name: 'getPoint',
  schema: Point,
});
const getOther = new Endpoint(async (_: { id: string }) => ({ id: '', value: 0 }), {
  name: 'getOther',
  schema: Point,
});

report({
  title: 'expireAll of an endpoint with ten responses, while another has many',
  by: 'responses',
  peers: await grown([100, 1_000, 10_000, 100_000], size => {
    const { store, controller } = openStore();
    const fill = (endpoint: typeof getPoint, count: number) => {
      for (let i = 0; i < count; i++) {
        const id = String(i);
        store.dispatch(endpoint.setResponse({ id }, { id, value: i } as never));
      }
    };
    fill(getOther, size);
    return { peer: '', prepare: () => fill(getPoint, 10), run: () => controller.expireAll(getPoint) };
  }),
});
