import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
  retry,
} from '@reduxjs/toolkit/query/react';
import { Collection, createDataClient, Entity, Invalidate, type } from 'rdc-toolkit';
import { type BaseQueryManagerOptions, baseQueryManager, bridgeApi } from 'rdc-toolkit/rtk-query';
import type { Equal, Expect } from './expectType';

class Post extends Entity {
  id = '';
  title = '';
  static key = 'Post';
}

interface RawPost {
  id: string;
  title: string;
}

const plainApi = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: '/' }),
  tagTypes: ['Post'],
  endpoints: build => ({
    getPosts: build.query<RawPost[], void>({ query: () => 'posts' }),
    getFeed: build.query<{ items: RawPost[]; total: number; next: string | null }, number>({
      query: page => `feed/${page}`,
    }),
    getCount: build.query<number, void>({ query: () => 'count' }),
    editPost: build.mutation<RawPost, RawPost>({ query: body => ({ url: 'posts', method: 'PATCH', body }) }),
    addPost: build.mutation<RawPost, { title: string }>({
      query: body => ({ url: 'posts', method: 'POST', body }),
    }),
    deletePost: build.mutation<void, string>({ query: id => ({ url: id, method: 'DELETE' }) }),
  }),
});

const api = bridgeApi(plainApi, {
  getPosts: [Post],
  getFeed: { items: new Collection([Post]), total: 0, next: type<string | null>() },
  editPost: Post,
  addPost: new Collection([Post]).push,
  deletePost: new Invalidate(Post),
});

export function useTypes() {
  const posts = api.useGetPostsQuery();
  const count = api.useGetCountQuery();
  const feed = api.endpoints.getFeed.useQuery(1);
  const picked = api.useGetPostsQuery(undefined, { selectFromResult: ({ data }) => ({ first: data?.[0] }) });
  const [edit] = api.useEditPostMutation();
  const edited = edit({ id: '5', title: 'x' }).unwrap();
  type Checks = [
    Expect<Equal<typeof posts.data, readonly Post[] | undefined>>,
    Expect<Equal<typeof count.data, number | undefined>>,
    Expect<Equal<NonNullable<typeof feed.data>['total'], number>>,
    Expect<Equal<NonNullable<typeof feed.data>['next'], string | null>>,
    Expect<Equal<NonNullable<typeof feed.data>['items'][number], Post>>,
    Expect<Equal<typeof picked.first, Post | undefined>>,
    Expect<Equal<typeof edited, Promise<Post>>>,
    Expect<Equal<typeof api.reducerPath, 'api'>>,
  ];
  // @ts-expect-error: the argument of the endpoint
  api.useGetPostsQuery(5);
  // @ts-expect-error: another endpoint's argument
  api.endpoints.getFeed.useQuery('5');
  return [edited] as unknown as Checks;
}

// Everything but the hooks is from RTK Query.
const select = api.endpoints.getPosts.select();
type Selected = Expect<Equal<ReturnType<typeof select>['data'], RawPost[] | undefined>>;
export const rest = [
  api.util.updateQueryData('getPosts', undefined, draft => void draft.push({ id: '', title: '' })),
];
export type Done = Selected;

// @ts-expect-error: there is no such endpoint
bridgeApi(plainApi, { getPots: [Post] });

createDataClient({ managers: [baseQueryManager(fetchBaseQuery({ baseUrl: '/' }))] });
createDataClient({
  managers: [
    baseQueryManager(async ({ path }: { path: string }) => ({ data: path }), {
      toArgs: ({ url }) => ({ path: url }),
    }),
  ],
});

// A request is { url, method, headers, body }.
// @ts-expect-error: it takes something else, and nothing converts a request to it
baseQueryManager(async ({ path }: { path: string }) => ({ data: path }));
// @ts-expect-error: the same
baseQueryManager(async (path: string) => ({ data: path }));
// @ts-expect-error: no path
baseQueryManager(async (path: string) => ({ data: path }), { toArgs: () => 5 });

declare const plain: BaseQueryFn;
declare const typed: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError>;
declare const ofPath: BaseQueryFn<string, unknown, unknown, { deep: number }>;
declare const given: BaseQueryManagerOptions<string, object>;
declare const maybe: BaseQueryManagerOptions<FetchArgs, object> | undefined;
function over<Args>(baseQuery: BaseQueryFn<Args>, options: BaseQueryManagerOptions<Args, object>) {
  return [baseQueryManager(baseQuery, options), baseQueryManager(baseQuery)];
}
export const managers = [
  baseQueryManager(plain),
  baseQueryManager(typed, { retry: 2 }),
  baseQueryManager(fetchBaseQuery({ baseUrl: '/' }), maybe),
  baseQueryManager(retry(fetchBaseQuery({ baseUrl: '/' })), { extraOptions: { maxRetries: 3 } }),
  baseQueryManager(ofPath, { toArgs: ({ url }) => url, extraOptions: { deep: 1 } }),
  baseQueryManager(async (path: string) => ({ data: path }), given),
  baseQueryManager(async (args, { signal }) => ({ data: [args.url, signal] })),
  baseQueryManager(async (args: unknown) => ({ data: args })),
  baseQueryManager(async ({ url, method }: { url: string; method?: 'GET' | 'POST' }) => ({
    data: { url, method },
  })),
  ...over(plain, {}),
];
