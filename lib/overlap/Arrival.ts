import type { Owner } from '../tables/Owner';
import type { Landing } from '../types/Landing';
import type { DataState } from '../types/State';
import type { DoubtCaster } from './doubtCaster';

/** The parts of the state that record overlaps. */
export type OverlapState = Pick<DataState, 'entities' | 'deleted' | 'overlaps' | 'effects' | 'doubts'>;

/** A landing response, and the context that its overlap rules share. */
export interface Arrival {
  readonly before: OverlapState;
  readonly landing: Landing;
  /** The number under which its request first left. */
  readonly since: number;
  /** Whether a request in flight may overlap with what is being written. */
  readonly isContended: boolean;
  readonly owner: Owner;
  readonly caster: DoubtCaster;
}
