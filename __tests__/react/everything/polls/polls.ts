import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { patienceFor, playAll, requests, runsOf } from '../../../overlap/playing';
import type { Visit } from '../../../overlap/scriptedRoutes';
import { type ScriptedServer, startScriptedServer } from '../../../overlap/scriptedServer';
import { storeFor } from '../client';
import { type Play, perform, placeNewest } from '../perform';
import { checkReplay, end, fail, faultIn, listenToConsole, placeFirst, savedState } from '../play';
import { resourcesFor } from '../resources';
import { openScreen, PANELS, type Placed, SLOTS } from '../screen';
import {
  flag,
  idRead,
  isTransition,
  type Setting,
  type Step,
  seldom,
  slot,
  statusRead,
  step,
  steps,
  stepsOfSubscribers,
  subscriber,
} from '../script';
import { type Page, watchedPage } from './page';

/** Time between polls, in milliseconds. */
const FREQUENCY = 15;

/** What has not arrived by then never will. */
const PATIENCE_MS = 4_000;

// ------------------------------------------------------------------------------------------------ scripts

/** The outcome of a request. */
const HOWS = ['respond', 'fail', 'cut', 'late', 'vanish'] as const;

interface PollSetting extends Setting {
  readonly pollFrequency: number;
  readonly pollWhileHidden: boolean;
  readonly retries: boolean;
  /** The outcome of polls at the end, when they fail. */
  readonly failure: (typeof HOWS)[number];
  /** Whether all polled widgets unmount while the page is hidden, and return then or once it is visible again. */
  readonly comesBack: 'never' | 'then' | 'afterwards';
  /** Most time that a request and its response spend in flight, in milliseconds. */
  readonly latency: number;
  /** The share of that time that each takes, in turn. */
  readonly delays: readonly number[];
}

const settings: fc.Arbitrary<PollSetting> = fc.record({
  pollFrequency: fc.constant(FREQUENCY),
  pollWhileHidden: seldom,
  retries: flag,
  failure: fc.constantFrom(...HOWS),
  comesBack: fc.constantFrom('never', 'then', 'afterwards'),
  latency: fc.constantFrom(0, 5, 20, 40),
  delays: fc.array(fc.constantFrom(0, 0.1, 0.5, 1), { minLength: 7, maxLength: 7 }),
  hasTopics: fc.constant(false),
  isOptimistic: fc.constant(true),
  follows: fc.constant(true),
  isBrief: flag,
  invalidIfStale: fc.constant(false),
  collects: seldom,
  abortWhenUnused: flag,
  keepsErrors: flag,
  isStrict: flag,
  sharesBoundaries: flag,
  isPaged: fc.constant(false),
});

const pollSteps = fc.oneof(
  ...stepsOfSubscribers,
  step(2, 'turn', { slot, id: idRead, status: statusRead, isTransition }),
  step(1, 'unmount', { slot, isTransition }),
  step(1, 'open newest', { slot, kind: fc.constantFrom('live', 'subscribed'), isTransition }),
  step(3, 'page', { visible: flag, online: flag, focuses: flag }),
  step(1, 'log in', {}),
  step(2, 'serve', { how: fc.constantFrom(...HOWS) }),
  step(3, 'wait a little', { ms: fc.constantFrom(2, 10, 30) }),
);
export type PollStep = typeof pollSteps extends fc.Arbitrary<infer One> ? One : never;

interface PollScript {
  readonly setting: PollSetting;
  readonly first: readonly Placed[];
  readonly steps: readonly (Step | PollStep)[];
}
const scripts: fc.Arbitrary<PollScript> = fc.record({
  setting: settings,
  first: fc.array(subscriber, { maxLength: 3 }),
  steps: fc.array(
    fc.oneof<fc.MaybeWeightedArbitrary<Step | PollStep>[]>(
      { weight: 1, arbitrary: steps },
      { weight: 1, arbitrary: pollSteps },
    ),
    { minLength: 1, maxLength: 25, size: 'max' },
  ),
});

// ------------------------------------------------------------------------------------------------ playing

interface PollPlay extends Play {
  readonly setting: PollSetting;
  readonly page: Page;
  /** The outcome of requests. */
  how: (typeof HOWS)[number];
  /** Whether there are only polls and changes by others: then each view needs one request at a time. */
  isQuiet: boolean;
  /** Requests that were sent while an equal one was in flight. */
  readonly doubled: string[];
  isOver: boolean;
  kept?: ReturnType<typeof savedState>;
}

async function performOn(play: PollPlay, one: Step | PollStep): Promise<void> {
  const { server, app, screen, page } = play;
  switch (one.step) {
    case 'mount':
    case 'subscribe':
      // A response without a `Collection` comes from the same URL under another name.
      if (/plain|pages/i.test(one.widget.kind)) return;
      return screen.place(one.slot, one.widget, one.isTransition);
    case 'open newest':
      return placeNewest(play, one);
    case 'page':
      return page.set(one, one.focuses);
    case 'log in':
      app.user.isLoggedOut = false;
      return;
    case 'keep':
      play.kept = savedState(play);
      return;
    case 'hydrate':
      if (play.kept !== undefined) app.controller.hydrate(play.kept);
      return;
    case 'remove':
      return void server.rows.delete(one.id);
    case 'serve':
      play.how = one.how;
      return;
    case 'wait a little':
      return pause(one.ms);
    default:
      return perform(play, one);
  }
}

/** Handles each request and then responds, each after a delay, until the play is over. */
async function serve(play: PollPlay) {
  const { server, setting, doubled } = play;
  const taking = new Map<Visit, Promise<void>>();
  let count = 0;
  const delay = () => setting.latency * (setting.delays[count++ % setting.delays.length] ?? 0);
  async function take(visit: Visit, how: PollPlay['how']) {
    await pause(delay());
    if (how === 'respond') visit.act();
    await pause(delay());
    // A step may have responded already.
    if (server.visits.includes(visit)) visit.respond(how);
  }
  while (!play.isOver) {
    for (const visit of server.visits) {
      if (taking.has(visit)) continue;
      // The play does not wait for aborted requests.
      const waiting = server.visits.filter(({ name }) => requests.open.has(name));
      const isDoubled = waiting.some(other => other !== visit && other.request === visit.request);
      if (play.isQuiet && isDoubled) doubled.push(visit.request);
      taking.set(visit, take(visit, play.how));
    }
    await pause(1);
  }
  await Promise.all(taking.values());
}

// ------------------------------------------------------------------------------------------------ checks

const isPolled = (kind: string) => /live|subscribed/i.test(kind);

/** Each polled view shows the data of the server, soon and without a refetch. */
async function untilRight(play: PollPlay, when: string) {
  const { screen } = play;
  const slots = SLOTS.filter(slot => isPolled(screen.layout.slots[slot].widget?.kind ?? 'live'));
  for (const begun = Date.now(); ; ) {
    const faults = slots.map(slot => faultIn(play, slot)).filter(fault => fault !== undefined);
    if (faults.length === 0) return;
    if (Date.now() - begun > PATIENCE_MS) fail(`${when}: ${faults.join('\n')}`);
    // A boundary cannot know that what failed in it exists again.
    if (!play.isQuiet) screen.retry();
    await pause(10);
  }
}

/** Other users change each record, without a response about it yet. */
const changeAll = ({ server }: PollPlay, title: string) => {
  for (const id of ['1', '2', '3']) server.write(id, { title });
};

const NEXT: Readonly<Record<string, string>> = {
  '1': '2',
  '2': '3',
  '3': '1',
  '': 'open',
  open: 'done',
  done: '',
};

/** Polled widgets, of which there are some, get other arguments and poll by these, even after polls have failed. */
async function checkTurns(play: PollPlay) {
  const { screen, setting } = play;
  const polledSlots = SLOTS.filter(slot => {
    const { kind = '', arg = null } = screen.layout.slots[slot].widget ?? {};
    return isPolled(kind) && arg !== null;
  });
  if (polledSlots.length === 0) screen.place('a0', { kind: 'subscribedRows', arg: '' }, false);
  for (const slot of polledSlots) {
    const { widget } = screen.layout.slots[slot];
    const arg = NEXT[widget?.arg ?? ''];
    if (widget !== undefined && arg !== undefined) screen.place(slot, { ...widget, arg }, false, false);
  }
  await pause(setting.latency * 2);
  await untilRight(play, 'With other arguments');
  changeAll(play, 'other');
  await untilRight(play, 'Polled by other arguments');
  play.how = setting.failure;
  await pause(FREQUENCY * 2 + setting.latency * 2);
  play.how = 'respond';
  changeAll(play, 'failed');
  // The last of them fails after a delay.
  await pause(FREQUENCY * 2 + setting.latency * 2);
  await untilRight(play, 'After polls have failed');
}

/** Waits until a list stops growing for a few polls. */
async function untilNoMore({ setting }: PollPlay, list: () => readonly unknown[], when: string) {
  for (const begun = Date.now(); ; ) {
    const { length } = list();
    await pause(FREQUENCY * 3 + setting.latency * 2);
    if (list().length === length) return;
    if (Date.now() - begun > PATIENCE_MS) fail(`${when}: ${JSON.stringify(list().slice(length))}`);
  }
}

/** Nothing polls while the page is hidden or offline, and everything does at once afterwards. */
async function checkPage(play: PollPlay) {
  const { server, app, screen, page, setting } = play;
  if (!setting.pollWhileHidden) {
    page.set({ visible: false, online: true });
    await untilNoMore(play, () => server.api.requests, 'Polls while the page is hidden');
    const hidePanels = async (isHidden: boolean) => {
      for (const panel of PANELS) screen.setPanel(panel, { isHidden });
      await pause(5);
    };
    if (setting.comesBack !== 'never') await hidePanels(true);
    if (setting.comesBack === 'then') {
      await hidePanels(false);
      await untilNoMore(play, () => server.api.requests, 'Polls what is shown in a hidden page');
    }
    changeAll(play, 'hidden');
    page.set({ visible: true, online: true });
    if (setting.comesBack === 'afterwards') await hidePanels(false);
    await untilRight(play, 'After the page was hidden');
  }
  page.set({ visible: true, online: false });
  await untilNoMore(play, () => app.log, 'Goes on without a connection');
  changeAll(play, 'offline');
  page.set({ visible: true, online: true });
  await untilRight(play, 'After there was no connection');
}

/** Each request is sent once per interval, or as soon as the previous response has arrived. */
async function checkRate({ server, doubled }: PollPlay) {
  const before = server.api.requests.length;
  const begun = performance.now();
  await pause(FREQUENCY * 6);
  const most = Math.floor((performance.now() - begun) / FREQUENCY) + 2;
  const sent = server.api.requests.slice(before);
  for (const request of new Set(sent)) {
    const times = sent.filter(one => one === request).length;
    if (times > most) fail(`${request} was polled ${times} times instead of ${most}`);
  }
  expect(doubled).toEqual([]);
}

/** An app leaves nothing behind when it unmounts, and no listener or timer once its store is cleaned up. */
async function checkClosed(play: PollPlay) {
  const { server, app, screen, page } = play;
  screen.close();
  await untilNoMore(play, () => server.api.requests, 'Requests after the end');
  expect(requests.open).toEqual(new Set());
  app.store.dispatch({ type: 'change' });
  expect(app.listeners.size).toBe(0);
  // Listeners for the connection and for focus last as long as the store.
  app.client.cleanup(app.store);
  expect(page.listening).toEqual([]);
  for (const begun = Date.now(); page.timers.size > 0; await pause(5))
    if (Date.now() - begun > PATIENCE_MS) fail(`Timers after the end: ${[...page.timers.values()]}`);
}

async function checkEnd(play: PollPlay) {
  const { app, screen, page, setting } = play;
  app.user.isLoggedOut = false;
  play.how = 'respond';
  for (const panel of PANELS) screen.setPanel(panel, { isHidden: false });
  page.set({ visible: true, online: true });
  await pause(60 + setting.latency * 2);
  await untilRight(play, 'In the end');
  await checkTurns(play);
  await pause(setting.latency * 2);
  play.isQuiet = true;
  changeAll(play, 'changed');
  await untilRight(play, 'After others have changed it');
  await checkPage(play);
  await checkRate(play);
  const { optimistic, mutating } = app.store.getState().rdc;
  expect([optimistic, mutating]).toEqual([[], 0]);
  await checkClosed(play);
  checkReplay(play, new Map([[app.log.length, app.store.getState().rdc]]));
}

// ------------------------------------------------------------------------------------------------ all of it

function begin(server: ScriptedServer, page: Page, setting: PollSetting): PollPlay {
  server.reset();
  server.pageSize = Number.POSITIVE_INFINITY;
  requests.open.clear();
  page.set({ visible: true, online: true });
  const store = storeFor(resourcesFor(server.api.url, setting), { ...setting, hearsPage: true }, []);
  const nothing = () => {};
  const stream = {
    isSettled: true,
    hasMessages: false,
    isWanted: false,
    open: nothing,
    deliver: nothing,
    cut: nothing,
  };
  const app = { ...store, stream, renders: new Map(), handles: new Map() };
  const screen = openScreen(app, setting);
  return { server, app, setting, screen, page, how: 'respond', isQuiet: false, doubled: [], isOver: false };
}

async function playScript(server: ScriptedServer, page: Page, { setting, first, steps }: PollScript) {
  const { told, end: endListening } = listenToConsole();
  const play = begin(server, page, setting);
  const serving = serve(play);
  try {
    placeFirst(play, first);
    await pause(setting.latency * 2 + FREQUENCY);
    for (const one of steps) {
      await performOn(play, one);
      await pause();
    }
    await checkEnd(play);
    expect(told).toEqual([]);
  } finally {
    endListening();
    play.screen.close();
    play.app.client.cleanup(play.app.store);
    play.isOver = true;
    await serving;
    await end(play);
    page.forget();
  }
}

const RUNS = runsOf(12);

/** Leaves time to shrink a script that hangs. */
export const PATIENCE_FOR_POLLS_MS = patienceFor(RUNS) * 5;

/** Plays scripts in an app that polls what it shows, on a page that is hidden and goes offline. */
export async function playPolls() {
  // Updates come at any time, as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const page = watchedPage();
  await playAll(startScriptedServer, scripts, RUNS, (server, script) => playScript(server, page, script));
  page.restore();
}
