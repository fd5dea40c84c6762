import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { Controller } from '../controller/Controller';

/** Everything that can be done with the data of the store; the same object for as long as the store is. */
export function useController(): Controller {
  const store = useStore();
  return useMemo(() => new Controller(store), [store]);
}
