import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { Collection, Entity, Invalidate, RestEndpoint, type } from 'rdc-toolkit';
import { bridgeApi } from 'rdc-toolkit/rtk-query';

export class Author extends Entity {
  id = 0;
  name = '';
  static key = 'Blog.Author';
}

export class Post extends Entity {
  id = 0;
  title = '';
  votes = 0;
  author = new Author();
  static key = 'Blog.Post';
  static schema = { author: Author };

  get shout() {
    return this.title.toUpperCase();
  }
}

export const PostList = new Collection([Post]);

export interface PostFields {
  readonly id: number;
  readonly title: string;
  readonly votes: number;
  readonly author: { readonly id: number; readonly name: string };
}

/** The URL of the server, which differs in each test. */
export const place = { url: '' };

function createBlogApi() {
  return createApi({
    reducerPath: 'blog',
    baseQuery: (args, api, extra) => fetchBaseQuery({ baseUrl: place.url })(args, api, extra),
    tagTypes: ['Post'],
    endpoints: build => ({
      getPosts: build.query<PostFields[], void>({ query: () => 'posts', providesTags: ['Post'] }),
      getFeed: build.query<{ items: PostFields[]; total: number }, { page: number }>({
        query: params => ({ url: 'feed', params }),
      }),
      getPost: build.query<PostFields, number>({ query: id => `posts/${id}` }),
      getDrafts: build.query<PostFields[], void>({ query: () => 'drafts' }),
      getCount: build.query<{ count: number }, void>({ query: () => 'count' }),
      editPost: build.mutation<PostFields, { id: number } & Partial<PostFields>>({
        query: ({ id, ...body }) => ({ url: `posts/${id}`, method: 'PATCH', body }),
      }),
      votePost: build.mutation<PostFields | null, number>({
        query: id => ({ url: `posts/${id}/vote`, method: 'POST' }),
        async onQueryStarted(id, { dispatch, queryFulfilled }) {
          const patch = dispatch(
            plainApi.util.updateQueryData('getPosts', undefined, draft => {
              const post = draft.find(each => each.id === id) as { votes: number } | undefined;
              if (post !== undefined) post.votes++;
            }),
          );
          queryFulfilled.catch(patch.undo);
        },
      }),
      voteEverywhere: build.mutation<PostFields, number>({
        query: id => ({ url: `posts/${id}/vote`, method: 'POST' }),
        async onQueryStarted(id, { dispatch, queryFulfilled }) {
          const { updateQueryData } = plainApi.util;
          const patches = [
            dispatch(
              updateQueryData('getPosts', undefined, draft => {
                const post = draft.find(each => each.id === id) as { votes: number } | undefined;
                if (post !== undefined) post.votes++;
              }),
            ),
            dispatch(
              updateQueryData('getPost', id, draft => {
                (draft as { votes: number }).votes++;
              }),
            ),
          ];
          queryFulfilled.catch(() => {
            for (const patch of patches) patch.undo();
          });
        },
      }),
      setVotes: build.mutation<PostFields, { id: number; votes: number }>({
        query: ({ id, ...body }) => ({ url: `posts/${id}`, method: 'PATCH', body }),
        async onQueryStarted({ id, votes }, { dispatch, queryFulfilled }) {
          dispatch(
            plainApi.util.updateQueryData('getPosts', undefined, draft => {
              const post = draft.find(each => each.id === id) as { votes: number } | undefined;
              if (post !== undefined) post.votes = votes;
            }),
          );
          queryFulfilled.catch(() => dispatch(plainApi.util.invalidateTags(['Post'])));
        },
      }),
      dropDraft: build.mutation<unknown, number>({
        query: id => ({ url: `drafts/${id}`, method: 'DELETE' }),
        async onQueryStarted(id, { dispatch, queryFulfilled }) {
          const patch = dispatch(
            plainApi.util.updateQueryData('getDrafts', undefined, draft =>
              draft.filter(each => each.id !== id),
            ),
          );
          queryFulfilled.catch(patch.undo);
        },
      }),
      addDraft: build.mutation<PostFields, { title: string }>({
        query: body => ({ url: 'drafts', method: 'POST', body }),
      }),
      deletePost: build.mutation<void, number>({ query: id => ({ url: `posts/${id}`, method: 'DELETE' }) }),
    }),
  });
}

/** The API as an app defines it. */
export const plainApi = createBlogApi();

/** The same API, bridged with one more line. */
export const api = bridgeApi(plainApi, {
  getPosts: [Post],
  getFeed: { items: [Post], total: 0 },
  getPost: Post,
  getDrafts: PostList,
  editPost: Post,
  votePost: Post,
  voteEverywhere: Post,
  setVotes: Post,
  addDraft: PostList.push,
  deletePost: new Invalidate(Post),
});

/** Endpoints of this library next to it. */
const own = { url: ({ id }: { id: number }) => `${place.url}/posts/${id}` };
export const getOwnPost = new RestEndpoint({
  path: '/posts/:id',
  schema: Post,
  name: 'Blog.getOwnPost',
}).extend({
  ...own,
  name: 'Blog.get',
});
export const renameOwnPost = new RestEndpoint({
  path: '/posts/:id',
  method: 'PATCH',
  schema: Post,
  body: type<{ title: string }>(),
  name: 'Blog.rename',
  ...own,
  getOptimisticResponse: (_snapshot, { id }: { id: number }, { title }: { title: string }) => ({ id, title }),
});
