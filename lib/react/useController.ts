import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { Controller } from '../controller/Controller';

/** The controller of the store, with all operations on its data; the same object for the same store. */
export function useController(): Controller {
  const store = useStore();
  return useMemo(() => new Controller(store), [store]);
}
