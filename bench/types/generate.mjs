// Writes two apps that use the same API of many kinds of records: one by `resource()`, one by functions typed by hand.
//
//   node bench/types/generate.mjs <folder> [resources]
//
// Both are what an app has: definitions, calls with arguments of every member, and reads of fields of the results.
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
  return [one.count${i}, list[0]?.owner.login, made.title, page.length, changed.createdAt.getTime()];
}`;

const byResource = i => `
const Kind${i}Api = resource({
  path: '/:group/kinds${i}/:id',
  schema: Kind${i},
  searchParams: {} as { search${i}?: string } | undefined,
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
    i => `import { resource } from 'rdc-toolkit';\nimport { Kind${i} } from './entities';\n`,
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
