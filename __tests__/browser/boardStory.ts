/**
 * Replaces the Redux DevTools extension in the page: Redux Toolkit passes the store to it.
 * After every change it compares the state of the library with its JSON round trip.
 */
export function watchStore() {
  const states = { seen: 0, lossy: [] as string[] };
  const story: string[] = [];

  // What a tool can see; the live objects next to it are for code that already has them.
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

  type AnyState = { rdc: unknown };
  type AnyAction = { type: string };
  type Reducer = (state: AnyState | undefined, action: AnyAction) => AnyState;
  type AnyStore = { getState(): AnyState; subscribe(listener: () => void): void };
  type CreateStore = (reducer: Reducer, ...args: unknown[]) => AnyStore;
  type Options = { actionSanitizer?: (action: AnyAction, id: number) => AnyAction };

  const compose =
    ({ actionSanitizer = action => action }: Options = {}) =>
    (...enhancers: ((create: CreateStore) => CreateStore)[]) =>
    (create: CreateStore): CreateStore =>
    (reducer, ...args) => {
      const told: Reducer = (before, action) => {
        const after = reducer(before, action);
        // The changes of an action are known once it is reduced.
        if (action.type.startsWith('rdc/')) story.push(actionSanitizer(action, 0).type);
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
