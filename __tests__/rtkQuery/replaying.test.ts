import { replayElsewhere } from '../helpers/replayElsewhere';
import { api, getOwnPost } from '../react/rtkQuery/definitions';
import { openBlog } from '../react/rtkQuery/openBlog';

const { getPosts, getDrafts, votePost, addDraft, deletePost } = api.endpoints;

it('leaves a log that gives the same state in a process that has loaded nothing but the definitions', async () => {
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
