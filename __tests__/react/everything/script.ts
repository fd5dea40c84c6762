import fc from 'fast-check';
import type { ClientSetting } from './client';
import { PANELS, type ScreenSetting, SLOTS } from './screen';
import { KINDS } from './widgets';

export interface Setting extends ClientSetting, ScreenSetting {
  /** Lists arrive page by page. */
  readonly isPaged: boolean;
}

export const flag = fc.boolean();
export const seldom = fc.constantFrom(false, false, true);

/** One for `follows`: two definitions of a resource in one process replace each other. */
const settings = (follows: boolean): fc.Arbitrary<Setting> =>
  fc.record({
    isOptimistic: flag,
    follows: fc.constant(follows),
    isBrief: flag,
    invalidIfStale: seldom,
    collects: seldom,
    abortWhenUnused: seldom,
    keepsErrors: flag,
    hasTopics: flag,
    isStrict: flag,
    sharesBoundaries: flag,
    isPaged: follows ? fc.constant(false) : flag,
  });

export const slot = fc.constantFrom(...SLOTS);
const panel = fc.constantFrom(...PANELS);
export const id = fc.constantFrom('1', '2', '3');
export const title = fc.constantFrom('x', 'y', 'z');
export const status = fc.constantFrom('open', 'done');
/** Of records that exist, will exist, or never do. */
export const idRead = fc.constantFrom('1', '1', '2', '3', '9', 'new-1', null);
export const statusRead = fc.constantFrom('', 'open', 'done', null);
export const isTransition = seldom;

const kindsThatTake = (takes: string) =>
  fc.constantFrom(
    ...Object.keys(KINDS).filter(kind => KINDS[kind]?.takes === takes && !KINDS[kind]?.hasRows),
  );
export const widget = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: kindsThatTake('id'), arg: idRead }) },
  { weight: 6, arbitrary: fc.record({ kind: kindsThatTake('status'), arg: statusRead }) },
  { weight: 2, arbitrary: fc.record({ kind: kindsThatTake('nothing'), arg: fc.constant('') }) },
);

/** A possible step: the higher its weight, the more often it happens. */
export function step<const Name extends string, Fields>(
  weight: number,
  name: Name,
  fields: { [K in keyof Fields]: fc.Arbitrary<Fields[K]> },
) {
  const arbitrary = fc.record({ ...fields, step: fc.constant(name) }) as fc.Arbitrary<
    Fields & { step: Name }
  >;
  return { weight, arbitrary };
}

export const steps = fc.oneof(
  // What a user does with the screen.
  step(8, 'mount', { slot, widget, isTransition }),
  step(3, 'turn', { slot, id: idRead, status: statusRead, isTransition }),
  step(2, 'unmount', { slot, isTransition }),
  step(1, 'hide', { panel, isTransition }),
  step(1, 'show', { panel, isTransition }),
  step(1, 'remount', { panel, isTransition }),
  step(2, 'retry', {}),
  step(1, 'next', { slot }),
  step(1, 'refetch', { slot }),
  step(1, 'rename in widget', { slot, id, title }),
  step(1, 'focus', {}),
  step(1, 'log out', {}),
  // What code does through the controller.
  step(2, 'rename', { id: fc.constantFrom('1', '2', '3', '9'), title }),
  step(2, 'create', { title, status }),
  step(2, 'move', { id, status }),
  step(1, 'vote', { id }),
  step(1, 'delete', { id }),
  step(1, 'read', { id }),
  step(2, 'list', { status: fc.constantFrom('', 'open', 'done') }),
  step(1, 'abort', {}),
  step(1, 'invalidate one', { id }),
  step(1, 'invalidate', { target: fc.constantFrom('get', 'getList', 'all') }),
  step(1, 'expire', { target: fc.constantFrom('get', 'getList', 'all') }),
  step(1, 'refetch all', { target: fc.constantFrom('get', 'getList', 'all') }),
  step(1, 'reset', {}),
  // What the server and the network do.
  step(3, 'write', { id, change: fc.oneof(fc.record({ title }), fc.record({ status })) }),
  step(8, 'respond', {
    index: fc.nat(5),
    how: fc.constantFrom('respond', 'respond', 'respond', 'act', 'fail', 'late', 'cut', 'vanish'),
  }),
  step(1, 'open stream', {}),
  step(1, 'deliver', {}),
  step(1, 'cut stream', {}),
  step(1, 'wait', { ms: fc.constantFrom(3, 20) }),
);
export type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

/** A widget that is kept up to date. */
export const subscriber = fc.oneof(
  fc.record({ kind: fc.constantFrom('live', 'subscribed'), arg: idRead }),
  fc.record({ kind: fc.constantFrom('listLive', 'liveRows', 'subscribedRows'), arg: statusRead }),
);

/** What else happens in an app that is kept up to date. */
export const stepsOfSubscribers = [
  step(8, 'subscribe', { slot, widget: fc.oneof(subscriber, subscriber, widget), isTransition }),
  step(1, 'keep', {}),
  step(1, 'hydrate', {}),
  step(3, 'write', { id, change: fc.oneof(fc.record({ title }), fc.record({ status })) }),
  step(1, 'remove', { id: fc.constantFrom('1', '2', '3', 'new-1') }),
] as const;

export interface Script {
  readonly setting: Setting;
  readonly steps: readonly Step[];
}

export const scripts = (follows: boolean): fc.Arbitrary<Script> =>
  fc.record({
    setting: settings(follows),
    steps: fc.array(steps, { minLength: 1, maxLength: 25, size: 'max' }),
  });
