/**
 * Stands where the Redux DevTools extension would, in the page: Redux Toolkit hands it the store.
 * After every change the state of the library is compared with its JSON round trip.
 */
export function watchStore() {
  const states = { seen: 0, lossy: [] as string[] };
  const story: string[] = [];

  // What a tool can see: the live objects that stand beside it are for code that has them anyway.
  const enumerable = (value: object) =>
    Reflect.ownKeys(value).filter(name => Object.prototype.propertyIsEnumerable.call(value, name));

  const compare = (value: unknown, copy: unknown, path: string): void => {
    if (Object.is(value, copy)) return;
    const isPlain = typeof value === 'object' && typeof copy === 'object' && value !== null && copy !== null;
    if (!isPlain || Object.getPrototypeOf(value) !== Object.getPrototypeOf(copy)) {
      states.lossy.push(`${path}: ${String(value)}`);
      return;
    }
    const names = new Set([...enumerable(value), ...enumerable(copy)]);
    for (const name of names)
      compare(Reflect.get(value, name), Reflect.get(copy, name), `${path}.${String(name)}`);
  };

  type Rdc = { changed: { entities: Record<string, string[] | true> } };
  type AnyState = { rdc: Rdc };
  type AnyAction = { type: string; args?: unknown[]; error?: boolean };
  type Reducer = (state: AnyState | undefined, action: AnyAction) => AnyState;
  type AnyStore = { getState(): AnyState; subscribe(listener: () => void): void };
  type CreateStore = (reducer: Reducer, ...args: unknown[]) => AnyStore;
  type Options = { actionSanitizer?: (action: AnyAction, id: number) => AnyAction };

  /** One line of the log, as DevTools show it: the action, what it was told, and the records that it changed. */
  const line = ({ type, args = [], error }: AnyAction, before: AnyState | undefined, { rdc }: AnyState) => {
    const { entities } = before?.rdc === rdc ? { entities: {} } : rdc.changed;
    const changed = Object.entries(entities).flatMap(([kind, pks]) => `${kind} ${pks}`);
    return [
      type,
      ...args.map(arg => JSON.stringify(arg)),
      error && 'error',
      ...changed.map(one => `→ ${one}`),
    ]
      .filter(Boolean)
      .join('  ');
  };

  const compose =
    ({ actionSanitizer = action => action }: Options = {}) =>
    (...enhancers: ((create: CreateStore) => CreateStore)[]) =>
    (create: CreateStore): CreateStore =>
    (reducer, ...args) => {
      const told: Reducer = (before, action) => {
        const after = reducer(before, action);
        if (action.type.startsWith('rdc/')) story.push(line(actionSanitizer(action, 0), before, after));
        return after;
      };
      const store = enhancers.reduceRight((inner, enhance) => enhance(inner), create)(told, ...args);
      store.subscribe(() => {
        const { rdc } = store.getState();
        states.seen++;
        compare(rdc, JSON.parse(JSON.stringify(rdc)), 'rdc');
      });
      return store;
    };
  Object.assign(window, { states, story, __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: compose });
}
