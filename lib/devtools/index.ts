// Why a value is what it is
export {
  type Explanation,
  type ExplainedField,
  explain,
  type Overlay,
  type Reference,
} from './explain';
export { type Reader, readersOf } from './readersOf';
export type { Origin } from '../actions/origins';
