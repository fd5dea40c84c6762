import * as react from 'rdc-toolkit/react';

/** Names of the hooks and components that were called, be it by whom. */
export const used = new Set<string>();

/** What `rdc-toolkit/react` exports, each noting its name when it is called or constructed. */
export const noted = Object.fromEntries(
  Object.entries(react).map(([name, value]) => {
    const noting: ProxyHandler<typeof value> = {
      apply(target, self, args) {
        used.add(name);
        return Reflect.apply(target as () => unknown, self, args);
      },
      construct(target, args, newTarget) {
        used.add(name);
        return Reflect.construct(target, args, newTarget);
      },
    };
    return [name, new Proxy(value, noting)];
  }),
);
