import { toPlain } from '../plain/toPlain';
import { freezeDeep } from '../tables/freezeDeep';

/**
 * Gives an object a property that code can read and no tool can see.
 *
 * Nothing that enumerates (JSON, DevTools, the checks of Redux Toolkit) meets it.
 */
export function hide<T extends object>(target: T, name: string, value: unknown): T {
  return Object.defineProperty(target, name, { value, enumerable: false });
}

/**
 * Puts a value on an action under `name`.
 *
 * Plain data stands there as it is. For anything else the value can be read under
 * `name` but is not enumerable, and its plain form stands beside it under `plainName`.
 */
export function carry<T extends object>(target: T, name: string, plainName: string, value: unknown): T {
  const plain = toPlain(value);
  // Frozen here, it is looked through once: the checks of Redux Toolkit remember it when it stands in the state.
  if (process.env.NODE_ENV !== 'production') freezeDeep([plain]);
  if (plain === value) return Object.assign(target, { [name]: value });
  return hide(Object.assign(target, { [plainName]: plain }), name, value);
}
