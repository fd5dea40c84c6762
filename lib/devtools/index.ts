'use client';

// The panel
export { DataDevtools } from './DataDevtools';
export { DataDevtoolsPanel, type DataDevtoolsProps } from './DataDevtoolsPanel';
// Why a value is what it is
export type { Origin } from '../actions/origins';
export {
  type ExplainedField,
  type Explanation,
  explain,
  type Overlay,
  type Reference,
} from './explain/explain';
export { type Reader, readersOf } from './explain/readersOf';
