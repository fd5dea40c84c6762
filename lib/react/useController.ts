import { useStore } from 'react-redux';
import type { Store } from 'redux';
import { Controller } from '../controller/Controller';
import { getOrCreate } from '../plain/getOrCreate';

const controllers = new WeakMap<Store, Controller>();

/** The controller of the store, with all operations on its data; the same object for the same store. */
export function useController(): Controller {
  return getOrCreate(controllers, useStore(), store => new Controller(store));
}
