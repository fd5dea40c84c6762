/** A promise, and what settles it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** A promise that is settled from outside. */
export function deferred<T>(): Deferred<T> {
  const settle = {} as Omit<Deferred<T>, 'promise'>;
  const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  return Object.assign(settle, { promise });
}
