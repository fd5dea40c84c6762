// Writes three apps that use the same API of many kinds of records: by `resource()`, by RTK Query, and by functions typed by hand.
//
//   node bench/types/generate.mjs <folder> [resources]
//
// Each is what an app has: definitions, calls with arguments of every member, and reads of fields of the results.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , folder = 'node_modules/.cache/bench-types', given = '200'] = process.argv;
const indices = Array.from({ length: Number(given) }, (_, index) => index);

const entity = i => `
export class Kind${i} extends Entity {
  id = '';
  title = '';
  count${i} = 0;
  done = false;
  owner = Owner.fromJS();
  createdAt = new Date(0);
  static key = 'Kind${i}';
  static schema = { owner: Owner, createdAt: (iso: string) => new Date(iso) };
}`;

const entities = `import { Entity } from 'rdc-toolkit';
export class Owner extends Entity {
  id = '';
  login = '';
  static key = 'Owner';
}
${indices.map(entity).join('\n')}
`;

const uses = i => `
export async function use${i}() {
  const one = await dispatch(Kind${i}Api.get.fetch({ group: 'a', id: 5 }));
  const list = await dispatch(Kind${i}Api.getList.fetch({ group: 'a', search${i}: 'x' }));
  const made = await dispatch(Kind${i}Api.getList.push.fetch({ group: 'a' }, { title: 'x', count${i}: 1 }));
  const page = await dispatch(Kind${i}Api.getList.getPage.fetch({ group: 'a', page: 2 }));
  const changed = await dispatch(Kind${i}Api.partialUpdate.fetch({ group: 'a', id: 5 }, { done: true }));
  await dispatch(Kind${i}Api.update.fetch({ group: 'a', id: 5 }, { title: 'x' }));
  await dispatch(Kind${i}Api.delete.fetch({ group: 'a', id: 5 }));
  return [one.count${i}, list[0]?.owner.login, made?.title, page.length, changed.createdAt.getTime()];
}`;

const byResource = i => `
const Kind${i}Api = resource({
  path: '/:group/kinds${i}/:id',
  schema: Kind${i},
  searchParams: type<{ search${i}?: string } | undefined>(),
  paginationField: 'page',
});`;

const byHand = i => `
interface List${i} {
  readonly group: string | number;
  readonly search${i}?: string;
}
interface Item${i} {
  readonly group: string | number;
  readonly id: string | number;
}
interface Body${i} {
  readonly id?: string;
  readonly title?: string;
  readonly count${i}?: number;
  readonly done?: boolean;
  readonly owner?: Owner;
  readonly createdAt?: Date;
}
declare const Kind${i}Api: {
  readonly get: { fetch(params: Item${i}): Thunk<Kind${i}> };
  readonly getList: {
    fetch(params: List${i}): Thunk<readonly Kind${i}[]>;
    readonly push: { fetch(params: List${i}, body: Body${i}): Thunk<Kind${i}> };
    readonly getPage: { fetch(params: List${i} & { readonly page: string | number }): Thunk<readonly Kind${i}[]> };
  };
  readonly update: { fetch(params: Item${i}, body: Body${i}): Thunk<Kind${i}> };
  readonly partialUpdate: { fetch(params: Item${i}, body: Body${i}): Thunk<Kind${i}> };
  readonly delete: { fetch(params: Item${i}): Thunk<string> };
};`;

const byRtkQuery = i => `
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';

interface Owner { id: string; login: string }
interface Kind${i} { id: string; title: string; count${i}: number; done: boolean; owner: Owner; createdAt: string }
interface List { group: string | number; search${i}?: string }
interface Page extends List { page: number }
interface Item { group: string | number; id: string | number }
interface Creation extends List { body: Partial<Kind${i}> }
interface Change extends Item { body: Partial<Kind${i}> }

const api = createApi({
  reducerPath: 'api${i}',
  baseQuery: fetchBaseQuery({ baseUrl: '/' }),
  tagTypes: ['Kind${i}'],
  endpoints: build => ({
    get: build.query<Kind${i}, Item>({ query: ({ group, id }) => \`\${group}/\${id}\`, providesTags: ['Kind${i}'] }),
    getList: build.query<Kind${i}[], List>({ query: params => ({ url: 'x', params }), providesTags: ['Kind${i}'] }),
    getPage: build.query<Kind${i}[], Page>({ query: params => ({ url: 'x', params }), providesTags: ['Kind${i}'] }),
    push: build.mutation<Kind${i}, Creation>({ query: ({ body }) => ({ url: 'x', method: 'POST', body }), invalidatesTags: ['Kind${i}'] }),
    update: build.mutation<Kind${i}, Change>({ query: ({ body }) => ({ url: 'x', method: 'PUT', body }), invalidatesTags: ['Kind${i}'] }),
    partialUpdate: build.mutation<Kind${i}, Change>({ query: ({ body }) => ({ url: 'x', method: 'PATCH', body }), invalidatesTags: ['Kind${i}'] }),
    delete: build.mutation<string, Item>({ query: ({ id }) => ({ url: \`\${id}\`, method: 'DELETE' }), invalidatesTags: ['Kind${i}'] }),
  }),
});
declare const dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;

export async function use${i}() {
  const { get, getList, getPage, push, update, partialUpdate, delete: remove } = api.endpoints;
  const one = await dispatch(get.initiate({ group: 'a', id: 5 })).unwrap();
  const list = await dispatch(getList.initiate({ group: 'a', search${i}: 'x' })).unwrap();
  const made = await dispatch(push.initiate({ group: 'a', body: { title: 'x', count${i}: 1 } })).unwrap();
  const page = await dispatch(getPage.initiate({ group: 'a', page: 2 })).unwrap();
  const changed = await dispatch(partialUpdate.initiate({ group: 'a', id: 5, body: { done: true } })).unwrap();
  await dispatch(update.initiate({ group: 'a', id: 5, body: { title: 'x' } })).unwrap();
  await dispatch(remove.initiate({ group: 'a', id: 5 })).unwrap();
  return [one.count${i}, list[0]?.owner.login, made.title, page.length, changed.createdAt];
}
`;

const dispatch = `
declare function dispatch<T>(thunk: (dispatch: Dispatch, getState: () => unknown) => T): T;
`;

const write = (app, files) => {
  mkdirSync(join(folder, app), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, app, name), text);
};
const app = (head, api) =>
  Object.fromEntries(
    indices.map(i => [
      `kind${i}.ts`,
      `import type { Dispatch } from 'redux';\n${head(i)}${dispatch}${api(i)}\n${uses(i)}\n`,
    ]),
  );

write('resource', {
  'entities.ts': entities,
  ...app(
    i => `import { resource, type } from 'rdc-toolkit';\nimport { Kind${i} } from './entities';\n`,
    byResource,
  ),
});
write('hand', {
  'entities.ts': entities,
  ...app(
    i =>
      `import type { Kind${i}, Owner } from './entities';\ntype Thunk<T> = (dispatch: Dispatch, getState: () => unknown) => Promise<T>;\n`,
    byHand,
  ),
});
write('rtkQuery', Object.fromEntries(indices.map(i => [`kind${i}.ts`, byRtkQuery(i)])));
