import { readFileSync } from 'node:fs';
import { RuleTester } from '@typescript-eslint/rule-tester';
import { afterAll, describe, it } from 'vitest';
import plugin from '../src/index.js';

RuleTester.afterAll = afterAll;
RuleTester.describe = describe;
RuleTester.it = it;

const { rules } = plugin;
const tester = new RuleTester({
  languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
});
const library = `import * as rdc from 'rdc-toolkit';
import { All, Controller, Endpoint, Entity, EntityMixin, Query, RestEndpoint, resource, schema } from 'rdc-toolkit';
import { useController, useDLE, usePages, useResponse, useResponses, useSuspense } from 'rdc-toolkit/react';
import * as hooks from 'rdc-toolkit/react';
import { zodEntity } from 'rdc-toolkit/zod';
`;
/** Hooks whose first argument is neither an endpoint nor a schema. */
const OTHER_HOOKS = ['useController', 'useDebounce', 'useErrorReset', 'useLoading'];
const entry = readFileSync(new URL('../../../lib/react/index.ts', import.meta.url), 'utf8');
const readingHooks = [...new Set(entry.match(/\buse[A-Z]\w*(?=[ ,])/g))].filter(
  hook => !OTHER_HOOKS.includes(hook),
);
const cases = (...codes: string[]) => codes.map(code => library + code);
const fails =
  <Id extends string>(messageId: Id) =>
  (code: string) => ({ code: library + code, errors: [{ messageId }] });

tester.run('require-static-key', rules['require-static-key'], {
  valid: [
    `class Entity {} class Todo extends Entity { id = ''; }`,
    `import { Entity } from 'dexie'; class Todo extends Entity { id = ''; }`,
    ...cases(
      `class Todo extends Entity { static key = 'Todo'; }`,
      `class Todo extends Entity { static override readonly key: string = 'Todo'; }`,
      `class Todo extends Entity { static get key() { return 'Todo'; } }`,
      `class Todo extends Entity { static ['key'] = 'Todo'; }`,
      `class Todo extends schema.Entity { static key = 'Todo'; }`,
      `class Todo extends Entity { static { this.key = 'Todo'; } }`,
      `abstract class Base extends Entity { id = ''; } class Todo extends Base { static key = 'Todo'; }`,
      `class Base extends Entity { id = ''; } class Todo extends Base { static key = 'Todo'; }`,
      `class Todo extends Entity { static key = 'Todo'; } class Summary extends Todo { title = ''; }`,
      `class Todo extends EntityMixin(Plain, { key: 'Todo' }) {}`,
      `class Todo extends EntityMixin(Plain, options) {}`,
      `class Todo extends zodEntity('Todo', object) {}`,
    ),
  ],
  invalid: [
    {
      code: `${library}class Todo extends Entity { id = ''; }`,
      errors: [
        {
          messageId: 'missing',
          data: { name: 'Todo' },
          suggestions: [
            {
              messageId: 'add',
              data: { name: 'Todo' },
              output: `${library}class Todo extends Entity { static key = 'Todo'; id = ''; }`,
            },
          ],
        },
      ],
    },
    ...[
      [`class Todo extends rdc.Entity {`, ` id = ''; }`],
      [`class Todo extends Entity {`, ` key = 'Todo'; }`],
      [`class Todo extends Entity {`, ` static [key] = 'Todo'; }`],
      [`class Todo extends schema.Entity {`, `}`],
      [`const Todo = class extends Entity {`, `}`],
      [`abstract class Base extends Entity {} class Todo extends Base {`, `}`],
      [`class Todo extends EntityMixin(Plain) {`, `}`],
      [`class Todo extends EntityMixin(Plain, { pk: 'slug' }) {`, `}`],
    ].map(([start, end]) => ({
      code: `${library}${start}${end}`,
      errors: [
        {
          messageId: 'missing' as const,
          suggestions: [
            { messageId: 'add' as const, output: `${library}${start} static key = 'Todo';${end}` },
          ],
        },
      ],
    })),
  ],
});

tester.run('no-definition-in-component', rules['no-definition-in-component'], {
  valid: [
    `function useTodo() { return resource({ path: '/todos/:id', schema: Todo }); }`,
    ...cases(
      `const TodoResource = resource({ path: '/todos/:id', schema: Todo });`,
      `function apiAt(urlPrefix: string) { return resource({ urlPrefix, path: '/todos/:id', schema: Todo }); }`,
      `function Named(Base: object) { return class extends Entity { static key = 'Todo'; }; }`,
      `function Todos() { return <List>{useSuspense(TodoResource.getList)}</List>; }`,
      `const open = TodoResource.getList.extend({ urlPrefix: '/v2' }); const useOpen = () => useSuspense(open);`,
      `const Values = new schema.Values(Todo); const Todos = () => <List of={Values} keys={new Array(3)} all={new Object()} />;`,
      `import { schema as other } from 'normalizr'; const useIt = () => new other.Values(Todo);`,
      `export default function () { const api = resource({ path: '/todos/:id', schema: Todo }); render(<App api={api} />); }`,
      `const useOpen = () => { const open = useMemo(() => TodoResource.getList.extend({}), []); return useSuspense(open); };`,
      `function Todos() { const controller = useController(); return <a onClick={() => controller.fetch(TodoResource.get, { id })} />; }`,
    ),
  ],
  invalid: [
    `function Todos() { const api = resource({ path: '/todos/:id', schema: Todo }); return <a />; }`,
    `const Todos = () => { const [state] = useState(new RestEndpoint({ path: '/todos' })); return null; };`,
    `const Todos = memo(() => { const getTodo = new Endpoint(load, { name: 'getTodo' }); return <a />; });`,
    `function useTodo() { class Todo extends Entity { static key = 'Todo'; } return Todo; }`,
    `function useTodo() { return new rdc.RestEndpoint({ path: '/todos' }); }`,
    `export default function () { const api = new RestEndpoint({ path: '/todos' }); return <a />; }`,
    ...['Values', 'Union', 'Collection', 'Array', 'Object', 'Lazy'].map(
      name => `const Todos = () => { const of = new schema.${name}(Todo); return <a />; };`,
    ),
    `const useTodos = () => new rdc.schema.Values(Todo);`,
    `const useShares = () => schema.Scalar(Company, options);`,
    `const useTodo = () => { class Todo extends schema.Entity { static key = 'Todo'; } return Todo; };`,
    `export default memo(() => <List api={new RestEndpoint({ path: '/todos' })} />);`,
  ]
    .map(fails('created'))
    .concat(
      [
        `function useOpen() { return useSuspense(useMemo(() => new Query(todos, only), [])); }`,
        `const Todos = () => { const [open] = useState(function () { return new Query(todos, only); }); return <a />; };`,
      ].map(fails('memoized')) as never,
      [`const useOpen = () => useMemo(() => load(() => new Query(todos, only)), []);`].map(fails('created')),
      [
        `function useOpen() { return useSuspense(TodoResource.getList.extend({ urlPrefix: '/v2' })); }`,
        `function Todos() { const { data } = useDLE(TodoResource.getList.extend({ dataExpiryLength: 0 })); return <a />; }`,
        `function useOpen() { const open = TodoResource.getList.extend({}); return useSuspense(open); }`,
        ...readingHooks.map(
          hook =>
            `const useIt = () => hooks.${hook}(${hook === 'useResponseWith' ? '{}, ' : ''}TodoResource.getList.extend({}));`,
        ),
      ].map(fails('extended')) as never,
    ),
});

tester.run('no-lossy-arguments', rules['no-lossy-arguments'], {
  valid: cases(
    `const controller = new Controller(store); controller.fetch(TodoResource.update, { id }, { due: new Date() });`,
    `const controller = useController(); controller.fetch(upload, new FormData());`,
    `const tags = new Set(); useController().fetch(TodoResource.update, { id }, { tags: [...tags] });`,
    `import { Map } from 'immutable'; useController().fetch(TodoResource.update, { id }, { tags: new Map() });`,
    `cache.set('key', new Map());`,
    `const { set } = cache; set('key', new Map());`,
    `const { get: fetch } = useController(); fetch(Todo, new Map());`,
    `client.fetch('/todos', { headers: new Map() });`,
    // Actions of another slice.
    `import { filters } from './filters'; dispatch(filters.actions.set(new Set(['a'])));`,
    `import { filterActions } from './filters'; dispatch(filterActions.fetch(new Map()));`,
    `import { filters } from './filters'; dispatch(filters.set(new Map()));`,
    // Search parameters, typed as an array.
    `useController().fetch(TodoResource.getList, { tags: new Set(tags) });`,
    `dispatch(TodoResource.getList.fetch({ tags: new Set(tags) }, signal));`,
    `useController().setResponse(TodoResource.getList, { tags: new Set(tags) }, []);`,
    `useDLE(TodoResource.getList, { tags: new Set(tags), at: new Date(), q: /x/.source, ids: [...new Map().keys()] });`,
    `hooks.usePages(TodoResource.getList, page => [{ page, tags: new Set(tags) }], { known: new Map() });`,
    `hooks.useResponses(TodoResource.get, [/x/], ({ source }) => [{ id: source }]);`,
    `useController().fetch(TodoResource.get, { id: await Promise.all([load()]) });`,
    `import { Promise } from 'bluebird'; useDLE(TodoResource.get, { id: Promise.resolve('5').value() });`,
    `useDLE(TodoResource.get, { id: loaded.then(String) });`,
    `var one = two.then(String); var two = one.then(String); useDLE(TodoResource.get, { id: one });`,
    `hooks.useQuery(matching, { title: /x/ });`,
    `let tags = new Set(); tags = [...tags]; useController().fetch(TodoResource.update, { id }, { tags });`,
  ),
  invalid: [
    `const controller = useController(); controller.fetch(TodoResource.update, { id }, { tags: new Set(tags) });`,
    `const tags = new Set(); useController().fetch(TodoResource.update, { id }, { tags });`,
    `useController().fetch(TodoResource.update, { id }, { tags: new Set(tags) as unknown as string[] });`,
    `new Controller(store).set(Todo, { id }, { id, counts: new Map() });`,
    `const { fetch } = useController(); fetch(TodoResource.update, { id }, { tags: new Set(tags) });`,
    `const controller = useController(); const { set: put } = controller; put(Todo, { id }, { tags: new Set() });`,
    `useController().fetch(TodoResource.getList.push, { tags: new Set(tags) });`,
    `dispatch(TodoResource.getList.setResponse({ tags }, [{ id, tags: new Set(tags) }]));`,
    `dispatch(rdc.actions.set(Todo, { value: { id, tags: new Set(tags) } }));`,
    `dispatch(TodoResource.update.fetch({ id }, isFull ? { title } : { title: /x/ }));`,
    `store.dispatch(TodoResource.getList.push.fetch({ nested: { list: [load, new Promise(done)] } }));`,
    `useDLE(search, { q }, { tags: new Set(tags) });`,
  ]
    .map(fails<'lossy' | 'unwritable'>('lossy'))
    .concat(
      [
        `useResponse(TodoResource.getList, { q: /x/ });`,
        `const pattern = new RegExp(q); useSuspense(TodoResource.getList, { nested: { pattern } });`,
        `useSuspense(TodoResource.getList, { pattern: RegExp(q) });`,
        `useSuspense(TodoResource.getList, { ids: new Map() });`,
        `useDLE(TodoResource.get, isOn ? { id: Promise.resolve('5') } : null);`,
        `hooks.useResponseWith({}, TodoResource.getList, { ids: Promise.all([load()]).then(first) });`,
        `hooks.useResponses(TodoResource.get, items, item => [{ id: new Promise(item) }]);`,
        `useController().fetch(TodoResource.get, { id: Promise.resolve('5') });`,
        `dispatch(TodoResource.getList.fetch({ q: /x/ }));`,
      ].map(fails('unwritable')),
    ),
});

const definitions = `const Todos = resource({ path: '/users/:userId/todos/:id', schema: Todo });
const { get } = Todos;
const getPost = new RestEndpoint({ path: '/posts/:slug{/:page}', schema: Post });
`;
tester.run('no-asserted-arguments', rules['no-asserted-arguments'], {
  valid: [
    `import { useSuspense } from './hooks'; useSuspense(TodoResource.get, { id: id! });`,
    ...cases(
      `useSuspense(TodoResource.get, id === undefined ? null : { id });`,
      `useSuspense(TodoResource.getList, { search: search ?? '' });`,
      `useSuspense(TodoResource.getList, { search: search! });`,
      `useController().fetch(TodoResource.get, { id: id! });`,
      // Finds nothing in that case.
      `hooks.useQuery(Todo, { id: id! });`,
      `hooks.useQuery(Todo, { id: id ?? '' });`,
      // May be a search parameter.
      `useResponse(TodoResource.getList, { userId: userId ?? '' });`,
      `useResponse(getTodos, { userId: userId ?? '' });`,
      // Passes null already.
      `const { id = '5' } = useParams(); useSuspense(TodoResource.get, { id });`,
      `const { search = '' } = useParams(); useSuspense(TodoResource.getList, { search });`,
      `function A({ id }) { return useSuspense(TodoResource.get, { id: id as string }); }`,
      `let id = params.id ?? ''; id = id || '5'; useSuspense(TodoResource.get, { id });`,
      `useDLE(TodoResource.get, isOn ? { id: id! } : null);`,
      `useDLE(TodoResource.get, id ? { id: id ?? '' } : null);`,
      `useDLE(TodoResource.get, isOff ? null : { id: id! });`,
      `hooks.useResponses(TodoResource.get, [id!, new Map()], one => [one ? { id: one.id! } : null]);`,
    ),
    ...cases(
      `useResponse(Todos.getList, { userId, id: id ?? '' });`,
      `useResponse(Todos.getList, { userId, id: id! });`,
      `useDLE(get, { userId, id, locale: locale! });`,
      `useDLE(getPost, { slug, page: page! });`,
      `useDLE(getPost, { slug, page: page ?? '' });`,
      `useDLE(new rdc.GQLEndpoint('/graphql').query('{ a }'), { id, name: name ?? '' });`,
      `const load = new Endpoint(fetchTodo, { name: 'load' }); useDLE(load, { id: id ?? '' }, args!);`,
      `useDLE(Todos.extend({ getList: getUsers }).getList, { userId: userId ?? '' });`,
      `useDLE(Todos.extend(base => ({ getList: make(base) })).getList, { userId: userId ?? '' });`,
      `const endpoint = endpoint.get; useDLE(endpoint, { userId: userId ?? '' });`,
    ).map(code => code.replace(library, library + definitions)),
  ],
  invalid: [
    ...[
      `useSuspense(TodoResource.get, { id: id! });`,
      `useResponse(TodoResource.get, { id: params.id! });`,
      `useDLE(TodoResource.get, args!);`,
      `useDLE(TodoResource.getList, { userId: userId! });`,
      `useDLE(TodoResource.get, isOn ? { id: id! } : { id: '5' });`,
      `useDLE(TodoResource.get, { id: isOn ? id! : null });`,
      `hooks.useResponseWith({}, TodoResource.get, { id: id! });`,
      `hooks.useResponses(TodoResource.get, items, item => [{ id: item.id! }]);`,
      `hooks.usePages(TodoResource.getList, page => [{ userId: userId!, page }], options);`,
      `const { id } = useParams(); useSuspense(TodoResource.get, { id: id as string });`,
      `const params = useParams<'id'>(); useSuspense(TodoResource.get, { id: params.id as string });`,
      `useSuspense(TodoResource.get, { id: useRouteParams().id as string });`,
    ].map(fails('perhapsAsserted')),
    ...[
      `useSuspense(TodoResource.get, { id: id ?? '' });`,
      `useSuspense(getTodo, { id: id ?? '' });`,
      `useSuspense(TodoResource.get, { userId: user?.id || '', id });`,
      `const { id = '' } = useParams(); useSuspense(TodoResource.get, { id });`,
      `const { todo: id = '' } = useParams(); useSuspense(TodoResource.get, { id });`,
      `const id = useParams().id ?? ''; useSuspense(TodoResource.get, { id });`,
    ].map(fails('perhapsEmpty')),
    ...[
      `useSuspense(Todos.get, { userId, id: id! });`,
      `useSuspense(get, args!);`,
      `useDLE(getPost, { 'slug': slug! });`,
    ].map(code => fails('asserted')(definitions + code)),
    ...[
      `useSuspense(Todos.getList, { userId: user?.id || '' });`,
      `useDLE(getPost, { slug: slug ?? '' });`,
      `useDLE(Todos.get.extend({ dataExpiryLength: 0 }), { userId, id: id ?? '' });`,
      `useDLE(Todos.get.extend({ path: '/todos/:name' }), { name: name ?? '' });`,
      `useDLE(Todos.extend({ getList: { body } }).get, { userId: userId ?? '', id });`,
    ].map(code => fails('empty')(definitions + code)),
  ],
});

const read = `const todo = useSuspense(TodoResource.get, { id }), list = useSuspense(TodoResource.getList);
const response = useDLE(TodoResource.getList);
const { pages } = usePages(TodoResource.getList, page => [{ page }], options);
const responses = useResponses(TodoResource.get, ids, id => [{ id }]);
`;
tester.run('no-record-mutation', rules['no-record-mutation'], {
  valid: cases(
    `const todos = useSuspense(TodoResource.getList); const sorted = [...todos].sort();`,
    `const todos = useSuspense(TodoResource.getList); todos.filter(isOpen).sort();`,
    `const response = useResponse(TodoResource.get, { id }); ref.current = response.data;`,
    `const controller = useController(); controller.set(Todo, { id }, todo => { todo.title = 'x'; });`,
    `const list = useList(); list.push(1);`,
    `let todos = useSuspense(TodoResource.getList); todos = [...todos]; todos.sort();`,
    `let { data } = useDLE(TodoResource.getList); data = [...data]; data.push(todo);`,
    `const [...todos] = useSuspense(TodoResource.getList); todos.sort();`,
    `const { id, ...fields } = useSuspense(TodoResource.get, { id: '5' }); fields.title = 'x';`,
    `const { meta = {} } = useDLE(TodoResource.getList); meta.seen = true;`,
    `const todos = useSuspense(TodoResource.getList); for (const todo of todos.map(copy)) todo.done = true;`,
    `const { data } = useDLE(TodoResource.getList); for (const { ...todo } of data ?? []) todo.done = true;`,
    ...[
      `const rows = [...list]; rows[0] = { ...rows[0] }; rows[0].title = 'x';`,
      `const rows = list.slice(); rows.push({}); rows.at(-1).title = 'x';`,
      `const rows = [...list]; rows.length = 0; rows.sort(); rows.reverse();`,
      `const rows = [...list, { id: '' }]; rows.at(-1).title = 'x';`,
      `const rows = structuredClone(list); rows[0].title = 'x';`,
      `const rows = list.map(todo => ({ ...todo })); rows[0].title = 'x'; for (const row of rows) row.title = 'x';`,
      `list.map(todo => ({ ...todo })).forEach(row => { row.title = 'x'; });`,
      `list.forEach(todo => { const copy = { ...todo }; copy.title = 'x'; });`,
      `list.forEach(todo => { todo = { ...todo }; todo.title = 'x'; });`,
      `list.forEach(({ ...copy }) => { copy.title = 'x'; });`,
      `list.forEach((todo, index) => { totals[index] = todo.n; });`,
      `list.reduce((sum, todo) => { sum.n += todo.n; return sum; }, { n: 0 });`,
      `const total = list.reduce((byId, { id, title }) => { byId[id] = title; return byId; }, {});`,
      `const [first, ...rest] = list; rest.sort(); rest.push(first);`,
      `let alias = todo; alias = { ...alias }; alias.title = 'x';`,
      `const draft = { ...todo }; draft.author = { ...draft.author }; draft.author.name = 'x';`,
      `const draft = { ...todo }; Object.assign(draft, { author: {} }); draft.author.name = 'x';`,
      `const draft = { ...todo, author: { name: '' } }; draft.author.name = 'x';`,
      `const draft = { ...todo }; draft.title = 'x'; Object.assign(draft, { title: 'y' });`,
      `const draft = Object.assign({}, todo, { title: 'x' });`,
      `const flat = list.flatMap(({ tags }) => tags); flat.push('x');`,
      `const groups = {}; for (const todo of list) (groups[todo.title] ??= []).push(todo);`,
      `other.forEach(todo => { todo.title = 'x'; }); other.find(isOpen).title = 'x';`,
      `const handle = (todo: Row) => { todo.title = 'x'; }; list.forEach(handle);`,
      `const byId = Object.fromEntries(list.map(one => [one.id, one])); byId[id] = other; delete byId[id];`,
      `var alias = alias.next; alias.title = 'x'; for (const one of one) one.title = 'x';`,
      `Array.from(list).sort(); Array.from(list, copy)[0].title = 'x'; list.concat().reverse(); list.filter(isOpen).sort().reverse();`,
      `const { Object } = sandbox; Object.assign(todo, { title: 'x' });`,
      `pages.flat().sort(); [...pages].reverse(); pages.at(-1).length; pages.filter(isFull).pop();`,
      `const seen = responses.map(one => one.loading); seen.push(true); responses.filter(isThere).sort();`,
    ].map(code => read + code),
  ),
  invalid: [
    `const todos = useSuspense(TodoResource.getList); todos.sort();`,
    `const todo = useSuspense(TodoResource.get, { id }); todo.title = 'x';`,
    `const todo = useSuspense(TodoResource.get, { id }); todo.author.votes++;`,
    `const todo = useSuspense(TodoResource.get, { id }); delete todo.title;`,
    `const { data } = useDLE(TodoResource.getList); data!.push(todo);`,
    `const { data: todos } = useResponse(TodoResource.getList); todos[0].tags.splice(0);`,
    `const response = useResponse(TodoResource.getList); response.data?.reverse();`,
    `const { data = [] } = useDLE(TodoResource.getList); data.sort();`,
    `const { data: [first] = [] } = useDLE(TodoResource.getList); first.done = true;`,
    `const [first] = useSuspense(TodoResource.getList); first.done = true;`,
    `const { tags } = useSuspense(TodoResource.get, { id }); tags.push('x');`,
    `const todos = useSuspense(TodoResource.getList); for (const todo of todos) todo.done = true;`,
    `const { data } = useDLE(TodoResource.getList); for (const { tags } of data ?? []) tags.push('x');`,
    `useSuspense(TodoResource.getList).sort();`,
    `Object.assign(useSuspense(TodoResource.get, { id }), { title: 'x' });`,
    ...[
      `const { tags } = todo; tags.push('x');`,
      `const [first] = list; first!.title = 'x';`,
      `const [{ tags }] = list; tags.push('x');`,
      `Object.assign(todo, { title: 'x' });`,
      `Object.assign(list[0]!, { title: 'x' });`,
      `list.forEach(one => { one.title = 'x'; });`,
      `list.forEach(({ tags }) => tags.push('x'));`,
      `list.map(function (one) { one.title = 'x'; return one; });`,
      `response.data?.forEach(one => { one.title = 'x'; });`,
      `list.reduce((sum, one) => { one.seen = true; return sum + one.n; }, 0);`,
      `list.find(one => one.id === '1')!.title = 'x';`,
      `list.at(0)!.title = 'x';`,
      `list.filter(isOpen)[0]!.title = 'x';`,
      `list.filter(isOpen).forEach(one => { one.title = 'x'; });`,
      `for (const one of [...list].sort()) one.title = 'x';`,
      `const rows = [...list]; rows.sort(); rows[0].title = 'x';`,
      `const [first] = list.toSorted(byTitle); first.title = 'x';`,
      `Array.from(response.data ?? [])[0].title = 'x';`,
      `Object.values(todo.parts)[0].title = 'x';`,
      `const draft = { ...todo }; draft.author.name = 'x';`,
      `const draft = { ...todo }; draft.tags.push('x');`,
      `const { author } = { ...todo }; author.name = 'x';`,
      `delete todo.title;`,
      `delete (todo as { title?: string }).title;`,
      `const alias = todo; alias.title = 'x';`,
      `const first = list[0], { author } = first!; author.name = 'x';`,
      `const rows = list ?? []; rows.push(todo);`,
      `const one = isOn ? todo : list[0]; one.title = 'x';`,
      `const { data } = response; data![0].title = 'x';`,
      `const open = list.find(isOpen); if (open) open.title = 'x';`,
      `list.find(isOpen)?.tags.push('x');`,
      `pages[0].title = 'x';`,
      `pages[0].push(todo);`,
      `pages.push([]);`,
      `pages.flat()[0].title = 'x';`,
      `pages.flat().forEach(one => { one.title = 'x'; });`,
      `const shown = usePages(getPage, page => [{ page }], options); shown.pages[0].sort();`,
      `responses[0].data.title = 'x';`,
      `responses.at(-1)?.data.tags.push('x');`,
      `responses.forEach(({ data }) => { data.title = 'x'; });`,
      `for (const { data } of responses) data.title = 'x';`,
    ].map(code => read + code),
  ].map(fails('mutated')),
});
