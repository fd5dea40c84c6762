import { ActionCreators, instrument } from '@redux-devtools/instrument';
import { replayElsewhere } from '../helpers/replayElsewhere';
import { api, getOwnPost } from '../react/rtkQuery/definitions';
import { openBlog } from '../react/rtkQuery/openBlog';

const { getPosts, getDrafts, votePost, addDraft, deletePost } = api.endpoints;

it('leaves a log that replays to the same state in a process with only the definitions', async () => {
  const { store } = await openBlog();
  await store.dispatch(getPosts.initiate());
  await store.dispatch(getDrafts.initiate());
  await store.dispatch(votePost.initiate(1));
  await store.dispatch(addDraft.initiate({ title: 'new' }));
  await store.dispatch(deletePost.initiate(3));
  await store.dispatch(getOwnPost.fetch({ id: 2 }));
  expect(store.log).toHaveLength(12);
  const modules = [require.resolve('../react/rtkQuery/definitions')];
  const { states, said } = replayElsewhere(JSON.parse(JSON.stringify(store.log)), { modules });
  expect(states.at(-1)).toEqual(store.getState().rdc);
  expect(said).toBe('');
  store.dispatch(api.util.resetApiState());
});

it('ends a mutation that finishes while DevTools shows an earlier state', async () => {
  const { store, server } = await openBlog({ enhancers: [instrument() as never], isReplayed: false });
  const { liftedStore } = store as unknown as ReturnType<ReturnType<ReturnType<typeof instrument>>>;
  await store.dispatch(getPosts.initiate());
  const held = server.hold('POST /posts/1/vote');
  const voting = store.dispatch(votePost.initiate(1));
  await held.arrived;
  liftedStore.dispatch(ActionCreators.jumpToState(1));
  await held.release();
  await voting;
  liftedStore.dispatch(ActionCreators.jumpToState(liftedStore.getState().stagedActionIds.length - 1));
  const { inflight, mutating, optimistic } = store.getState().rdc;

  expect([inflight.size, mutating, optimistic.length]).toEqual([0, 0, 0]);
  store.dispatch(api.util.resetApiState());
});
