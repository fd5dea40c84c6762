import * as react from 'rdc-toolkit/react';

/** The names of the hooks and components that were called, by any caller. */
export const used = new Set<string>();

/** The exports of `rdc-toolkit/react`, which note their names when they are called or constructed. */
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
