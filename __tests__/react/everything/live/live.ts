import type { UnknownAction } from '@reduxjs/toolkit';
import fc from 'fast-check';
import type { DataState } from 'rdc-toolkit';
import { Connection } from 'rdc-toolkit/stream';
import { patienceFor, playAll, requests, runsOf } from '../../../overlap/playing';
import { type ScriptedServer, startScriptedServer } from '../../../overlap/scriptedServer';
import { become, storeFor } from '../client';
import { type Play, pause, perform, placeNewest } from '../perform';
import {
  checkReaders,
  checkRefetched,
  checkReplay,
  checkServer,
  end,
  finishAfter,
  listenToConsole,
  placeFirst,
  playInBrowser,
  savedState,
  settle,
  showAll,
} from '../play';
import { resourcesFor } from '../resources';
import { openScreen, type Placed, SLOTS } from '../screen';
import {
  flag,
  isTransition,
  type Setting,
  type Step,
  seldom,
  slot,
  status,
  step,
  steps,
  stepsOfSubscribers,
  subscriber,
  title,
} from '../script';
import { type LiveServer, type LiveSetting, startLiveServer, TRANSPORTS } from './liveServer';
import { streamOf } from './streams';

// ------------------------------------------------------------------------------------------------ scripts

interface WireSetting extends Setting, LiveSetting {
  readonly transports: readonly (typeof TRANSPORTS)[number][];
  /** Whether reads fail as well: then a retry is up to the user. */
  readonly readsFail: boolean;
}

const settings: fc.Arbitrary<WireSetting> = fc.record({
  transports: fc.constantFrom(['events'] as const, ['socket'] as const, ['socket'] as const, TRANSPORTS),
  hasTopics: flag,
  hasIds: flag,
  hasSession: seldom,
  bringsLists: seldom,
  isOptimistic: fc.constant(true),
  follows: fc.constant(true),
  isBrief: flag,
  invalidIfStale: fc.constant(false),
  collects: seldom,
  abortWhenUnused: seldom,
  keepsErrors: flag,
  isStrict: flag,
  sharesBoundaries: flag,
  isPaged: fc.constant(false),
  readsFail: seldom,
});

const transport = fc.constantFrom(...TRANSPORTS);
const wireSteps = fc.oneof(
  ...stepsOfSubscribers,
  step(3, 'open newest', {
    slot,
    kind: fc.constantFrom('live', 'subscribed', 'outcome', 'suspense', 'cache', 'query'),
    isTransition,
  }),
  step(2, 'create and open', {
    slot,
    kind: fc.constantFrom('live', 'subscribed'),
    title,
    status,
    isTransition,
  }),
  step(1, 'become', { user: fc.constantFrom('', 'ada', 'bob') }),
  step(2, 'add', { title, status }),
  step(4, 'tell', { transport, count: fc.constantFrom(1, 2, 99) }),
  step(1, 'repeat', { transport, count: fc.constantFrom(1, 2, 5) }),
  step(4, 'break', { transport, isMidway: flag }),
  step(2, 'reach', { transport }),
  step(1, 'welcome', { transport, how: fc.constantFrom('accept', 'refuse', 'hold') }),
);
type WireStep = typeof wireSteps extends fc.Arbitrary<infer One> ? One : never;

interface WireScript {
  readonly setting: WireSetting;
  /** What is on screen, and loaded, before anything happens. */
  readonly first: readonly Placed[];
  readonly steps: readonly (Step | WireStep)[];
}
const scripts: fc.Arbitrary<WireScript> = fc.record({
  setting: settings,
  first: fc.array(subscriber, { maxLength: 3 }),
  steps: fc.array(
    fc.oneof<fc.MaybeWeightedArbitrary<Step | WireStep>[]>(
      { weight: 3, arbitrary: steps },
      { weight: 2, arbitrary: wireSteps },
    ),
    { minLength: 1, maxLength: 30, size: 'max' },
  ),
});

// ------------------------------------------------------------------------------------------------ playing

interface WirePlay extends Play {
  readonly live: LiveServer;
  readonly setting: WireSetting;
  readonly streams: readonly ReturnType<typeof streamOf>[];
  /** States by the number of actions that led to them. */
  readonly states: Map<number, DataState>;
  kept?: ReturnType<typeof savedState>;
  added: number;
  hasFailed: boolean;
}

async function performOn(play: WirePlay, one: Step | WireStep): Promise<void> {
  const { server, live, app, screen, setting, streams } = play;
  switch (one.step) {
    case 'subscribe':
      return screen.place(one.slot, one.widget, one.isTransition);
    case 'open newest':
      return placeNewest(play, one);
    case 'create and open':
      await perform(play, { step: 'create', title: one.title, status: one.status });
      return placeNewest(play, one);
    case 'keep':
      play.kept = savedState(play);
      return;
    case 'hydrate':
      // Only a refetch could show whether the saved state is still current.
      if (play.kept && !setting.transports.every(live.goesOn)) app.controller.hydrate(play.kept);
      return;
    case 'become':
      return void app.store.dispatch(become(one.user));
    case 'add': {
      const id = `other-${++play.added}`;
      const row = { id, title: one.title, status: one.status, votes: 0, version: 0 };
      server.rows.set(id, row);
      return server.onChange(row);
    }
    case 'remove':
      return server.rows.delete(one.id) ? server.onChange(one.id) : undefined;
    case 'tell':
      return live.deliver(one.transport, one.count);
    case 'repeat':
      return live.repeat(one.transport, one.count);
    case 'break':
      return live.cut(one.transport, one.isMidway);
    case 'reach':
      return streams.find(stream => stream.transport === one.transport)?.connect();
    case 'welcome':
      return live.welcome(one.transport, one.how);
    case 'respond': {
      const visit = server.visits[one.index % Math.max(server.visits.length, 1)];
      if (visit?.isMutation || one.how === 'act') return perform(play, one);
      if (setting.readsFail && one.how !== 'respond') play.hasFailed = true;
      return visit?.respond(setting.readsFail ? one.how : 'respond');
    }
    default:
      return perform(play, one);
  }
}

async function settleAll(play: WirePlay) {
  const { app, live, streams, states } = play;
  await settle(play);
  live.noteQuiet();
  expect(live.faults).toEqual([]);
  const state = app.store.getState();
  for (const stream of streams) {
    const connection = app.client.selectors.selectQuery(Connection, { id: stream.transport })(state);
    const said = connection?.status ?? 'closed';
    expect(said.replace('waiting', 'closed')).toBe(stream.state() ?? 'closed');
  }
  states.set(app.log.length, state.rdc);
}

/** The slots that streams keep up to date: with topics, the subscribed ones. */
function slotsPromised({ screen, live, streams }: WirePlay) {
  const isSubscribed = (kind: string) => /live|subscribed/i.test(kind);
  const tellsAll = streams.some(({ transport }) => !live.isTopical(transport));
  return SLOTS.filter(slot => {
    const { kind = '' } = screen.layout.slots[slot].widget ?? {};
    return !/plain|pages|error/.test(kind) && (kind === '' || tellsAll || isSubscribed(kind));
  });
}

/** An app leaves nothing behind when it unmounts, and no connection once its store is cleaned up. */
async function checkClosed(play: WirePlay) {
  const { server, app, screen, live, streams } = play;
  const sent = server.api.requests.length;
  screen.close();
  await settleAll(play);
  expect(server.api.requests.slice(sent)).toEqual([]);
  app.store.dispatch({ type: 'change' });
  expect(app.listeners.size).toBe(0);
  for (const { transport } of streams) if (live.isTopical(transport)) expect(live.of(transport)).toEqual([]);
  app.client.cleanup(app.store);
  await settleAll(play);
  expect(live.links).toEqual([]);
}

/** A change without a connection appears once there is one again. */
async function checkMissed(play: WirePlay) {
  const { app, server, screen, live } = play;
  server.write('1', { title: 'last' });
  for (const transport of TRANSPORTS) live.cut(transport, true);
  for (const id of ['2', '3']) server.write(id, { title: 'missed' });
  await performOn(play, { step: 'add', title: 'z', status: 'open' });
  await finishAfter(play, () => {});
  await finishAfter(play, app.stream.open);
  await finishAfter(play, screen.retry);
  await checkServer(play, slotsPromised(play));
}

/** A change while no user is logged in appears for the next user, as everything fetched before does. */
async function checkSession(play: WirePlay) {
  const { app, server } = play;
  if (!play.setting.hasSession) return;
  await finishAfter(play, () => void app.store.dispatch(become('')));
  for (const id of ['1', '2', '3']) server.write(id, { title: 'away' });
  await finishAfter(play, () => void app.store.dispatch(become('eve')));
  await checkServer(play, slotsPromised(play));
}

async function checkEnd(play: WirePlay) {
  const { app, screen, live } = play;
  for (const transport of TRANSPORTS) live.welcome(transport, 'accept');
  if (app.store.getState().session === '') app.store.dispatch(become('ada'));
  await showAll(play);
  // A boundary cannot know that what failed in it is gone.
  await finishAfter(play, screen.retry);
  if (!play.hasFailed) {
    await checkServer(play, slotsPromised(play));
    await checkMissed(play);
    await checkSession(play);
  }
  await checkRefetched(play);
  await checkClosed(play);
  checkReplay(play, play.states);
}

function begin(server: ScriptedServer, live: LiveServer, setting: WireSetting): WirePlay {
  server.reset();
  server.pageSize = Number.POSITIVE_INFINITY;
  requests.open.clear();
  live.reset(server, setting);
  server.onChange = live.tell;
  const resources = resourcesFor(server.api.url, setting);
  let session = 0;
  const streams = setting.transports.map(transport =>
    streamOf(transport, live, resources, setting, () => session),
  );
  const store = storeFor(
    resources,
    setting,
    streams.map(({ manager }) => manager),
    action => {
      const { type } = action as UnknownAction;
      if (type === 'rdc/reset' || type === become.type) session = live.beginSession();
    },
  );
  const forEach = (run: (transport: (typeof TRANSPORTS)[number]) => void) => () => TRANSPORTS.forEach(run);
  const stream = {
    get isSettled() {
      return streams.every(({ difference }) => difference() === undefined);
    },
    get hasMessages() {
      return live.links.some(({ pending }) => pending.length > 0);
    },
    isWanted: true,
    open: () => streams.forEach(({ connect }) => void connect()),
    deliver: forEach(transport => live.deliver(transport, 99)),
    cut: forEach(transport => live.cut(transport, false)),
  };
  const app = { ...store, stream, renders: new Map(), handles: new Map() };
  const screen = openScreen(app, setting);
  return { server, live, app, setting, screen, streams, states: new Map(), added: 0, hasFailed: false };
}

async function playScript(server: ScriptedServer, live: LiveServer, { setting, first, steps }: WireScript) {
  const { told, end: endListening } = listenToConsole();
  const play = begin(server, live, setting);
  try {
    await settleAll(play);
    placeFirst(play, first);
    await finishAfter(play, () => {});
    for (const one of steps) {
      await performOn(play, one);
      await settleAll(play);
      checkReaders(play);
    }
    await checkEnd(play);
    expect(told).toEqual([]);
  } finally {
    endListening();
    await end(play);
    await pause();
  }
}

const RUNS = runsOf(20);

/** Leaves time to shrink a script that hangs. */
export const PATIENCE_FOR_LIVE_MS = patienceFor(RUNS) * 5;

/** Plays scripts in an app that server-sent events, a web socket, or both keep up to date. */
export async function playLive() {
  const live = await startLiveServer();
  await playInBrowser(() =>
    playAll(startScriptedServer, scripts, RUNS, (server, script) => playScript(server, live, script)),
  );
  await live.close();
}
