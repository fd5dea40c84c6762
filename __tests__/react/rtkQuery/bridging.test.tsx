import { act, waitFor } from '@testing-library/react';
import { Collection } from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import { bridgeApi } from 'rdc-toolkit/rtk-query';
import { Suspense } from 'react';
import { reply } from '../../helpers/startApi';
import { untilServed } from '../../helpers/untilQuiet';
import { renderCounts } from '../renderCounts';
import { renderIn } from '../renderIn';
import { api, getOwnPost, Post, plainApi, renameOwnPost } from './definitions';
import { openBlog } from './openBlog';

const { useGetPostsQuery, useGetPostQuery, useGetFeedQuery, useGetDraftsQuery, useLazyGetPostQuery } = api;
const { useEditPostMutation } = api;

function Titles() {
  const { data, isSuccess } = useGetPostsQuery();
  return <p>list {isSuccess ? data.map(({ title, votes }) => `${title}/${votes}`).join() : 'wait'}; </p>;
}

function Title({ id }: { readonly id: number }) {
  const { data } = useGetPostQuery(id);
  return <p>detail {data === undefined ? 'none' : data.shout}; </p>;
}

function Feed({ page = 1 }: { readonly page?: number }) {
  const { data } = useGetFeedQuery({ page });
  return (
    <p>
      feed {data?.items.map(({ title }) => title).join()} of {data?.total};{' '}
    </p>
  );
}

function Drafts() {
  const { data } = useGetDraftsQuery();
  return <p>drafts {data?.map(({ title }) => title).join()}; </p>;
}

function Own({ id }: { readonly id: number }) {
  return <p>own {useSuspense(getOwnPost, { id }).title}; </p>;
}

async function opened(children: React.ReactNode, expected: string) {
  const blog = await openBlog();
  const page = renderIn(blog.store, <Suspense fallback="wait">{children}</Suspense>);
  await waitFor(() => expect(page.text()).toContain(expected));
  await waitFor(() => expect(page.text()).not.toContain('wait'));
  return { ...blog, page };
}

const all = 'list post 1/0,post 2/0,post 3/0; ';

it('records of the store are in `currentData`, also for `selectFromResult`', async () => {
  function Current() {
    const { currentData } = useGetPostQuery(1);
    const { title } = useGetPostQuery(1, {
      selectFromResult: result => ({ title: result.currentData?.title }),
    });
    return <p>{[currentData?.title, title].join()}</p>;
  }
  const { page, store } = await opened(<Current />, 'post 1,post 1');

  await act(async () => void (await store.dispatch(renameOwnPost.fetch({ id: 1 }, { title: 'mine' }))));

  expect(page.text()).toBe('mine,mine');
});

describe('a mutation without tags', () => {
  it('of RTK Query changes every list that shows the record, without a request', async () => {
    const { page, server, store } = await opened(
      <>
        <Titles />
        <Feed />
        <Title id={1} />
      </>,
      'detail POST 1',
    );
    await waitFor(() => expect(page.text()).toBe(`${all}feed post 1,post 2 of 3; detail POST 1; `));
    await act(async () => {
      await store.dispatch(api.endpoints.editPost.initiate({ id: 1, title: 'new' }));
    });
    expect(page.text()).toBe('list new/0,post 2/0,post 3/0; feed new,post 2 of 3; detail NEW; ');
    expect(server.requests).toEqual(['GET /posts', 'GET /feed?page=1', 'GET /posts/1', 'PATCH /posts/1']);
  });

  it('of this library changes what RTK Query hooks return, at once and without a request', async () => {
    const { page, server, store } = await opened(<Titles />, all);
    const held = server.hold('PATCH /posts/:id');
    let renaming!: Promise<unknown>;
    act(() => {
      renaming = store.dispatch(renameOwnPost.fetch({ id: 2 }, { title: 'mine' }));
    });
    expect(page.text()).toBe('list post 1/0,mine/0,post 3/0; ');
    await act(async () => {
      await held.release();
      await renaming;
    });
    expect(page.text()).toBe('list post 1/0,mine/0,post 3/0; ');
    expect(server.requests).toEqual(['GET /posts', 'PATCH /posts/2']);
  });

  it('of this library that fails rolls back what RTK Query hooks returned', async () => {
    const { page, server, store } = await opened(<Titles />, all);
    const held = server.hold('PATCH /posts/:id');
    let renaming!: Promise<unknown>;
    act(() => {
      renaming = store.dispatch(renameOwnPost.fetch({ id: 2 }, { title: 'mine' })).catch(() => {});
    });
    expect(page.text()).toBe('list post 1/0,mine/0,post 3/0; ');
    await act(async () => {
      await held.release(reply(422, {}));
      await renaming;
    });
    expect(page.text()).toBe(all);
  });

  it('of RTK Query changes what useSuspense returns', async () => {
    const { page, store } = await opened(<Own id={3} />, 'own post 3');
    await act(async () => {
      await store.dispatch(api.endpoints.editPost.initiate({ id: 3, title: 'theirs' }));
    });
    expect(page.text()).toBe('own theirs; ');
  });

  it('that deletes removes the record from lists, and keeps its detail, as in RTK Query', async () => {
    const { page, store, server } = await opened(
      <>
        <Titles />
        <Title id={2} />
      </>,
      'detail POST 2',
    );
    await act(async () => {
      await store.dispatch(api.endpoints.deletePost.initiate(2));
    });
    expect(page.text()).toBe('list post 1/0,post 3/0; detail POST 2; ');
    expect(server.requests).toHaveLength(3);
  });

  it('that creates adds to a list that is a Collection', async () => {
    const { page, store } = await opened(<Drafts />, 'drafts draft 10');
    await act(async () => {
      await store.dispatch(api.endpoints.addDraft.initiate({ title: 'new' }));
    });
    expect(page.text()).toBe('drafts draft 10,new; ');
  });
});

describe('an optimistic update of RTK Query', () => {
  it('shows everywhere at once, and is confirmed by the response', async () => {
    const { page, server, store } = await opened(
      <>
        <Titles />
        <Own id={1} />
        <Votes id={1} />
      </>,
      'votes 0',
    );
    const held = server.hold('POST /posts/:id/vote');
    act(() => {
      void store.dispatch(api.endpoints.votePost.initiate(1));
    });
    expect(page.text()).toBe('list post 1/1,post 2/0,post 3/0; own post 1; votes 1; ');
    await act(async () => {
      await held.release();
      await Promise.all(store.dispatch(api.util.getRunningMutationsThunk()));
    });
    expect(page.text()).toContain('votes 1; ');
    expect(store.getState().rdc).toMatchObject({ optimistic: [], mutating: 0 });
  });

  it('rolls back when the mutation fails, even if the record has changed meanwhile', async () => {
    const { page, server, store, change } = await opened(
      <>
        <Titles />
        <Votes id={1} />
      </>,
      'votes 0',
    );
    const held = server.hold('POST /posts/:id/vote');
    act(() => {
      void store.dispatch(api.endpoints.votePost.initiate(1));
    });
    await held.arrived;
    change(1, { votes: 7 });
    await act(async () => {
      await store.dispatch(getOwnPost.fetch({ id: 1 }));
    });
    expect(page.text()).toContain('votes 1; ');
    await act(async () => {
      await held.release(reply(409, {}));
      await Promise.all(store.dispatch(api.util.getRunningMutationsThunk()));
    });
    await waitFor(() => expect(page.text()).toContain('votes 7; '));
  });
});

describe('an optimistic update of RTK Query that fails', () => {
  const shown = (
    <>
      <Titles />
      <Title id={1} />
      <Votes id={1} />
    </>
  );

  it('rolls back once, even if it changed both a list and a detail', async () => {
    const { page, server, store, change } = await opened(shown, 'votes 0');
    const held = server.hold('POST /posts/:id/vote');
    act(() => void store.dispatch(api.endpoints.voteEverywhere.initiate(1)));
    await held.arrived;
    expect(page.text()).toContain('votes 1; ');
    change(1, { votes: 7 });
    await act(async () => void (await store.dispatch(getOwnPost.fetch({ id: 1 }))));
    await act(async () => {
      await held.release(reply(409, {}));
      await Promise.all(store.dispatch(api.util.getRunningMutationsThunk()));
    });

    await waitFor(() => expect(page.text()).toContain('list post 1/7'));
    expect(page.text()).toContain('votes 7; ');
  });

  it('keeps the change of a later one to the same field', async () => {
    const { page, server, store } = await opened(shown, 'votes 0');
    const first = server.hold('POST /posts/:id/vote');
    act(() => void store.dispatch(api.endpoints.votePost.initiate(1)));
    await first.arrived;
    await act(async () => void (await store.dispatch(api.endpoints.votePost.initiate(1))));
    await act(async () => {
      await first.release(reply(409, {}));
      await Promise.all(store.dispatch(api.util.getRunningMutationsThunk()));
    });

    // The server has counted both votes.
    await waitFor(() => expect(store.getState().rdc.mutating).toBe(0));
    expect(page.text()).toContain('votes 2; ');
    expect(page.text()).toContain('list post 1/2');
  });

  it('does not hide a later update back to the old value if it refetches instead of undoing', async () => {
    const { page, server, store } = await opened(shown, 'votes 0');
    const setVotes = (votes: number) => store.dispatch(api.endpoints.setVotes.initiate({ id: 1, votes }));
    const failing = server.hold('PATCH /posts/:id');
    act(() => void setVotes(5));
    await failing.arrived;
    await act(async () => {
      await failing.release(reply(409, {}));
      await untilServed(server, store);
    });
    expect(server.requests.at(-1)).toBe('GET /posts');
    await act(async () => void (await setVotes(5)));
    expect(page.text()).toContain('votes 5; ');

    const held = server.hold('PATCH /posts/:id');
    act(() => void setVotes(0));
    await held.arrived;
    expect(page.text()).toContain('votes 0; ');
    await act(() => held.release());
  });
});

it.each([
  ['succeeds', true, 'drafts renamed,added; '],
  ['fails', false, 'drafts renamed,draft 12,added; '],
])(
  'a list from which RTK Query removes an element keeps its other changes if that %s',
  async (_how, isDone, expected) => {
    const { server, store, drafts, change } = await openBlog();
    change(10, drafts[0] as object);
    drafts.push({ ...(drafts[0] as (typeof drafts)[number]), id: 12, title: 'draft 12' });
    const page = renderIn(store, <Drafts />);
    await waitFor(() => expect(page.text()).toBe('drafts draft 10,draft 12; '));
    await act(async () => {
      await store.dispatch(api.endpoints.editPost.initiate({ id: 10, title: 'renamed' }));
      await store.dispatch(api.endpoints.addDraft.initiate({ title: 'added' }));
    });
    expect(page.text()).toBe('drafts renamed,draft 12,added; ');
    const held = server.hold('DELETE /drafts/:id');
    act(() => void store.dispatch(api.endpoints.dropDraft.initiate(12)));
    await held.arrived;
    expect(page.text()).toBe('drafts renamed,added; ');

    await act(async () => {
      await held.release(isDone ? undefined : reply(409, {}));
      await Promise.all(store.dispatch(api.util.getRunningMutationsThunk()));
    });

    const titles = (text: string | null) =>
      (text ?? '').slice('drafts '.length, -'; '.length).split(',').sort();
    await waitFor(() => expect(titles(page.text())).toEqual(titles(expected)));
  },
);

function Votes({ id }: { readonly id: number }) {
  return <p>votes {useSuspense(getOwnPost, { id }).votes}; </p>;
}

it('shows a record with a relation of which only the key has arrived, even after a reset', async () => {
  const blog = await openBlog();
  blog.change(2, { author: 1 });
  const page = renderIn(blog.store, <Title id={2} />);

  await waitFor(() => expect(page.text()).toBe('detail POST 2; '));
  // The store then knows nothing of authors, not even that they exist.
  act(() => void blog.store.dispatch(blog.store.client.actions.reset()));
  expect(page.text()).toBe('detail POST 2; ');
});

it('shows a manual update of the RTK Query cache everywhere', async () => {
  const { page, store } = await opened(
    <>
      <Titles />
      <Own id={1} />
    </>,
    'own post 1',
  );
  act(() => {
    store.dispatch(
      plainApi.util.updateQueryData('getPosts', undefined, draft => {
        (draft[0] as { title: string }).title = 'by hand';
      }) as never,
    );
  });
  expect(page.text()).toBe('list by hand/0,post 2/0,post 3/0; own by hand; ');
});

it('renders only the components that show the record, once', async () => {
  const { count, take } = renderCounts();
  function Counted({ id }: { readonly id: number }) {
    const { data } = useGetPostQuery(id);
    count(`post ${id}`);
    return <p>{data?.title} </p>;
  }
  const { store, change } = await opened(
    <>
      <Counted id={1} />
      <Counted id={2} />
    </>,
    'post 1 post 2 ',
  );
  take();
  change(1, { title: 'changed' });
  await act(async () => {
    await store.dispatch(getOwnPost.fetch({ id: 1 }));
  });
  expect(take()).toEqual({ 'post 1': 1 });
});

it('renders a component with selectFromResult only when its record changes', async () => {
  const { count, take } = renderCounts();
  function First({ at }: { readonly at: number }) {
    const { title } = useGetPostsQuery(undefined, {
      selectFromResult: ({ data }) => ({ title: data?.[at]?.shout ?? 'none' }),
    });
    count(`at ${at}`);
    return <p>{title} </p>;
  }
  const { page, store } = await opened(
    <>
      <First at={0} />
      <First at={1} />
    </>,
    'POST 1 POST 2 ',
  );
  take();
  await act(async () => {
    await store.dispatch(renameOwnPost.fetch({ id: 1 }, { title: 'mine' }));
  });
  expect(page.text()).toBe('MINE POST 2 ');
  expect(take()).toEqual({ 'at 0': 1 });
});

it('keeps the previous page, with its records up to date, while the next one is fetched', async () => {
  const { page, store, server } = await opened(<Feed />, 'feed post 1,post 2 of 3');
  const held = server.hold('GET /feed');
  page.rerender(
    <Suspense>
      <Feed page={2} />
    </Suspense>,
  );
  await held.arrived;
  await act(async () => {
    await store.dispatch(renameOwnPost.fetch({ id: 1 }, { title: 'mine' }));
  });
  expect(page.text()).toBe('feed mine,post 2 of 3; ');
  await act(() => held.release());
  await waitFor(() => expect(page.text()).toBe('feed post 3 of 3; '));
});

it('returns entity instances from mutation hooks, lazy hooks and their promises', async () => {
  const seen: unknown[] = [];
  function Actions() {
    const [edit, { data }] = useEditPostMutation();
    const [load] = useLazyGetPostQuery();
    return (
      <button
        type="button"
        onClick={async () => {
          seen.push((await edit({ id: 1, title: 'x' }).unwrap()).shout);
          seen.push((await load(2).unwrap()).shout);
          seen.push((await load(3)).data);
        }}
      >
        {data?.shout ?? 'edit'}
      </button>
    );
  }
  const { page } = await opened(<Actions />, 'edit');
  await act(async () => {
    page.getByRole('button').click();
  });
  await waitFor(() => expect(seen).toEqual(['X', 'POST 2', expect.any(Post)]));
  expect(page.text()).toBe('X');
});

it('returns the same object from the hooks of both libraries', async () => {
  const found: unknown[] = [];
  function Both() {
    const { data } = useGetPostsQuery();
    const own = useSuspense(getOwnPost, { id: 1 });
    if (data !== undefined) found.push(data[0] === own);
    return data === undefined ? null : <p>both</p>;
  }
  await opened(<Both />, 'both');
  expect(found.at(-1)).toBe(true);
});

it.each([
  [
    'a list as a record',
    'drafts',
    Post,
    'in the transformResponse of the endpoint, or the process() of the entity.',
  ],
  [
    'a list within an object',
    'feed?page=1',
    [Post],
    "return the list from the endpoint's transformResponse.",
  ],
  [
    'nothing for a list',
    'nothing',
    new Collection([Post]),
    "return it from the endpoint's transformResponse.",
  ],
])(
  'warns once how to fix an RTK Query endpoint that returns %s, and shows what arrived',
  async (what, path, schema, fix) => {
    const { store } = await openBlog();
    const name = `get ${what}`;
    const injected = plainApi.injectEndpoints({
      endpoints: build => ({ [name]: build.query<unknown, void>({ query: () => path }) }),
    });
    const { endpoints } = bridgeApi(injected as never, { [name]: schema } as never) as {
      readonly endpoints: Readonly<Record<string, { useQuery(): { readonly data?: unknown } }>>;
    };
    function Misfit() {
      const { data } = endpoints[name]?.useQuery() ?? {};
      return <p>{JSON.stringify(data) ?? 'wait'}</p>;
    }

    const page = renderIn(store, <Misfit />);
    await waitFor(() => expect(page.text()).not.toContain('wait'));

    expect(store.complaints.splice(0)).toEqual([expect.stringContaining(fix)]);
  },
);
