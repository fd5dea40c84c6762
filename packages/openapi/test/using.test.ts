import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, type RestEndpoint } from 'rdc-toolkit';
import { afterEach, expect, it } from 'vitest';
import { command, compile, load, type Mock, newFolder, startMock } from './helpers.js';

const petstore = fileURLToPath(new URL('petstore.yaml', import.meta.url));
let mock: Mock | undefined;
afterEach(() => mock?.close());

/** A resource whose members are only known at run time. */
interface Pets {
  readonly PetResource: {
    readonly get: RestEndpoint;
    readonly getList: Omit<RestEndpoint, 'push'> & { readonly push: RestEndpoint };
    readonly partialUpdate: RestEndpoint;
    readonly delete: RestEndpoint;
    readonly feed: RestEndpoint;
    readonly update: undefined;
  };
}

function newStore() {
  const client = createDataClient();
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  return {
    store,
    read: (endpoint: Pick<RestEndpoint, 'select'>, ...args: never[]) =>
      endpoint.select(...args)(store.getState()).data,
  };
}

it('compiles with the strictest flags', async () => {
  for (const flags of [[], ['--dates'], ['--zod'], ['--extension', '.js']]) {
    const folder = newFolder();
    await command(petstore, '--out', folder, ...flags);
    expect(
      compile(folder, flags.includes('.js') ? { module: 'NodeNext', moduleResolution: 'NodeNext' } : {}),
    ).toBe('');
  }
});

it('types arguments and data', async () => {
  const folder = newFolder();
  await command(petstore, '--out', folder);
  writeFileSync(
    join(folder, 'app.ts'),
    `import type { Denormalized, FetchPromise } from 'rdc-toolkit';
import { health } from './generated/healthEndpoints';
import type { Pet } from './generated/Pet';
import { PetResource } from './generated/PetResource';

export async function app(pet: Denormalized<typeof Pet>) {
  const owner: string = pet.owner.name;
  const friends: readonly Pet[] | undefined = pet.owner.pets;
  const { items, total } = await PetResource.getList({ status: 'sold' });
  const count: number = total + items.length;
  await PetResource.getList.push({ name: 'Kim' });
  await PetResource.partialUpdate({ id: 'a' }, { status: 'available' });
  const isOk: boolean | undefined = (await health()).ok;
  // @ts-expect-error there is no such status
  await PetResource.getList({ status: 'lost' });
  // @ts-expect-error a name is required
  await PetResource.getList.push({ status: 'sold' });
  // @ts-expect-error the API has no PUT
  await PetResource.update({ id: 'a' }, { name: 'Kim' });
  // @ts-expect-error the id is missing
  await PetResource.get();
  return { owner, friends, count, isOk };
}
export type Unused = FetchPromise<unknown>;
`,
  );
  expect(compile(folder)).toBe('');
});

it('generates resources with valid requests and shared records', async () => {
  mock = await startMock(petstore);
  const folder = newFolder();
  await command(petstore, '--out', folder, '--url-prefix', mock.url);
  const { PetResource } = await load<Pets>(folder, 'generated/PetResource.ts');
  const owner = { id: 7, name: 'Ada' };
  const [rex, tom] = [
    { id: 'a', name: 'Rex', owner },
    { id: 'b', name: 'Tom', owner },
  ];
  mock.respond('listPets', { items: [rex, tom], total: 2 });
  mock.respond('getPet', { ...rex, owner: { ...owner, name: 'Ada L.' } });
  mock.respond('createPet', { id: 'c', name: 'Kim', status: 'sold', owner }, 201);
  mock.respond('deletePet', undefined, 204);
  mock.respond('feedPet', { ...tom, name: 'Fat Tom' });

  const { store, read } = newStore();
  const list = () =>
    read(PetResource.getList, { status: 'sold' } as never) as {
      items: readonly { name: string; owner: { name: string } }[];
      total: number;
    };
  await store.dispatch(PetResource.getList.fetch({ status: 'sold' }));
  expect(list().items.map(pet => pet.name)).toEqual(['Rex', 'Tom']);
  await store.dispatch(PetResource.get.fetch({ id: 'a' }));
  // The owner arrived with one pet and is shared with the other.
  expect(list().items.map(pet => pet.owner.name)).toEqual(['Ada L.', 'Ada L.']);
  await store.dispatch(PetResource.getList.push.fetch({ name: 'Kim', status: 'sold' }));
  await store.dispatch(PetResource.feed.fetch({ petId: 'b' }));
  await store.dispatch(PetResource.delete.fetch({ id: 'a' }));
  expect(list().items.map(pet => pet.name)).toEqual(['Fat Tom', 'Kim']);
  expect(PetResource.update).toBeUndefined();
  expect(mock.refused).toEqual([]);
  expect(mock.requests).toEqual([
    'GET /pets?status=sold',
    'GET /pets/a',
    'POST /pets',
    'POST /pets/b/feed',
    'DELETE /pets/a',
  ]);
});

it('rejects with --zod what the description does not allow, before it is sent', async () => {
  mock = await startMock(petstore);
  const folder = newFolder();
  await command(petstore, '--out', folder, '--zod', '--url-prefix', mock.url);
  const { PetResource } = await load<Pets>(folder, 'generated/PetResource.ts');
  const { health } = await load<{ health: RestEndpoint }>(folder, 'generated/healthEndpoints.ts');
  const { store } = newStore();
  await expect(store.dispatch(PetResource.getList.push.fetch({ name: 5 } as never))).rejects.toThrow('name');
  await expect(store.dispatch(PetResource.getList.fetch({ status: 'lost' } as never))).rejects.toThrow(
    'status',
  );
  expect(mock.requests).toEqual([]);
  mock.respond('health', { ok: 'maybe' });
  await expect(store.dispatch(health.fetch())).rejects.toThrow('ok');
  mock.respond('health', { ok: true, more: 1 });
  await expect(store.dispatch(health.fetch())).resolves.toEqual({ ok: true, more: 1 });
});

it('reads records as instances of your own class everywhere', async () => {
  mock = await startMock(petstore);
  const folder = newFolder();
  await command(petstore, '--out', folder, '--url-prefix', mock.url);
  writeFileSync(
    join(folder, 'Owner.ts'),
    `import { Owner as GeneratedOwner } from './generated/Owner';
export class Owner extends GeneratedOwner {
  get greeting(): string { return \`Hello \${this.name}\`; }
}
`,
  );
  writeFileSync(
    join(folder, 'ApiEndpoint.ts'),
    `import type { RestOptions } from 'rdc-toolkit';
import { ApiEndpoint as GeneratedEndpoint } from './generated/ApiEndpoint';
export class ApiEndpoint<const Options extends RestOptions = RestOptions> extends GeneratedEndpoint<Options> {
  override getHeaders(headers: Readonly<Record<string, string>>) { return { ...headers, 'X-Mine': 'yes' }; }
}
`,
  );
  const again = await command(petstore, '--out', folder, '--url-prefix', mock.url);
  expect(again.out).toContain('Yours in place of generated ones: ApiEndpoint, Owner');
  expect(compile(folder)).toBe('');
  mock.respond('getPet', { id: 'a', name: 'Rex', owner: { id: 7, name: 'Ada' } });
  const { PetResource } = await load<Pets>(folder, 'generated/PetResource.ts');
  const { store, read } = newStore();
  await store.dispatch(PetResource.get.fetch({ id: 'a' }));
  expect(read(PetResource.get, { id: 'a' } as never)).toMatchObject({ owner: { greeting: 'Hello Ada' } });
});

it('lets lists follow their filters with your own Collection', async () => {
  mock = await startMock(petstore);
  const folder = newFolder();
  await command(petstore, '--out', folder, '--url-prefix', mock.url);
  writeFileSync(
    join(folder, 'pets.ts'),
    `import { Collection } from 'rdc-toolkit';
import { Pet } from './generated/Pet';
import { PetResource as Generated } from './generated/PetResource';

const pets = new Collection([Pet], {
  belongs: (pet, { status, page }: { status?: string; page?: string }) =>
    page === undefined ? status === undefined || pet.status === status : undefined,
});

export const PetResource = Generated.extend(({ getList }) => ({
  getList: getList.extend({ schema: { items: pets, total: 0 } }),
}));
`,
  );
  expect(compile(folder)).toBe('');
  const { PetResource } = await load<Pets>(folder, 'pets.ts');
  const { store, read } = newStore();
  const owner = { id: 7, name: 'Ada' };
  const rex = { id: 'a', name: 'Rex', status: 'available', owner };
  const namesAt = (args: object) =>
    (read(PetResource.getList, args as never) as { items: readonly { name: string }[] }).items.map(
      ({ name }) => name,
    );
  const lists = [{ status: 'available' }, { status: 'sold' }, { page: 2 }];
  for (const args of lists) {
    mock.respond('listPets', { items: args.status === 'sold' ? [] : [rex], total: 1 });
    await store.dispatch(PetResource.getList.fetch(args));
  }
  mock.respond('patchPet', { ...rex, status: 'sold' });
  await store.dispatch(PetResource.partialUpdate.fetch({ id: 'a' }, { name: 'Rex', status: 'sold' }));
  expect(lists.map(namesAt)).toEqual([[], ['Rex'], ['Rex']]);
  mock.respond('createPet', { id: 'b', name: 'Tom', status: 'sold', owner }, 201);
  await store.dispatch(PetResource.getList.push.fetch({ name: 'Tom' }));
  expect(lists.map(namesAt)).toEqual([[], ['Rex', 'Tom'], ['Rex']]);
});
