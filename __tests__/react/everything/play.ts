import { isDeepStrictEqual } from 'node:util';
import type { UnknownAction } from '@reduxjs/toolkit';
import { type DataState, dehydrate } from 'rdc-toolkit';
import { getValue } from '../../../lib/tables/getCell';
import { patienceFor, playAll, requests, runsOf } from '../../overlap/playing';
import { type ScriptedServer, startScriptedServer } from '../../overlap/scriptedServer';
import { clientFor } from './client';
import { type App, type Play, pause, perform } from './perform';
import { Card } from './resources';
import { openScreen, PANELS, type Placed, SLOTS, type SlotName } from './screen';
import { type Script, type Setting, scripts } from './script';
import { KINDS, type Surroundings } from './widgets';

/** What has not arrived by then never will. */
const PATIENCE_MS = 5_000;

const MAX_REQUESTS = 150;
const MAX_ACTIONS = 3_000;

export function fail(what: string): never {
  throw new Error(what);
}

// ------------------------------------------------------------------------------------------------ waiting

/** Waits until the server has every request, and nothing changes any more. */
export async function settle({ server, app, screen }: Play) {
  const begun = Date.now();
  const actionsBefore = app.log.length;
  let before = '';
  for (let quiet = 0; quiet < 3; ) {
    await pause(1);
    await pause(1);
    if (Date.now() - begun > PATIENCE_MS) fail(`It never settles: ${screen.html}`);
    if (app.log.length - actionsBefore > MAX_ACTIONS) fail('It dispatches without end.');
    const areAllHere = [...requests.open].every(name => server.visits.some(visit => visit.name === name));
    const now = `${app.log.length} ${screen.html}`;
    quiet = areAllHere && app.stream.isSettled && now === before ? quiet + 1 : 0;
    before = now;
  }
}

/** Delivers and responds until nothing is left. */
export async function finish(play: Play) {
  const { server, app, screen } = play;
  const begun = Date.now();
  const requestsBefore = server.api.requests.length;
  for (;;) {
    await settle(play);
    checkReaders(play);
    if (server.api.requests.length - requestsBefore > MAX_REQUESTS) fail('It sends requests without end.');
    const isBusy = requests.open.size > 0 || app.store.getState().rdc.inflight.size > 0;
    if (!isBusy && !app.stream.hasMessages && !screen.isLoading()) return;
    if (Date.now() - begun > PATIENCE_MS) fail(`It loads without end: ${screen.html}`);
    app.stream.deliver();
    for (const visit of [...server.visits]) visit.respond();
    await pause(2);
  }
}

/** Begins something, and waits until all of it has ended. */
export async function finishAfter(play: Play, begin: () => void) {
  begin();
  await pause();
  await finish(play);
}

export const refetchAll = ({ controller }: Surroundings) =>
  void controller.refetchAll({ testKey: () => true }).catch(() => {});

/** The part of the state that an app saves. */
export const savedState = ({ app }: Play) =>
  JSON.parse(JSON.stringify(dehydrate(app.store.getState().rdc))) as ReturnType<typeof dehydrate>;

/** Shows each widget in a separate panel. */
export function placeFirst({ screen }: Play, widgets: readonly Placed[]) {
  for (const [at, panel] of PANELS.entries()) {
    const widget = widgets[at];
    if (widget !== undefined) screen.place(`${panel}0`, widget, false);
  }
}

/** Shows everything, and opens the stream. */
export async function showAll(play: Play) {
  const { app, screen } = play;
  app.user.isLoggedOut = false;
  for (const panel of PANELS) screen.setPanel(panel, { isHidden: false });
  // A stream with topics opens only once there is a subscription.
  await finishAfter(play, app.stream.open);
  await finishAfter(play, app.stream.open);
}

// ------------------------------------------------------------------------------------------------ checks

/** Widgets that only read the store show its data at any moment. */
export function checkReaders({ app, screen, setting }: Play) {
  for (const { textContent, dataset } of screen.widgets().values()) {
    const { kind = '', arg = 'null' } = dataset;
    const expected = KINDS[kind]?.inStore?.(app, arg === 'null' ? null : arg);
    // They do not show stale data, unlike `select`.
    if (setting.invalidIfStale && /^(cache|listCache)$/.test(kind)) continue;
    if (expected !== undefined && textContent !== expected)
      fail(`${kind} ${arg} shows ${textContent}, the store has ${expected}`);
  }
}

/** Ignores the order of records: a list that changed while it was fetched may have another one. */
const unordered = (text: string) =>
  text.replace(/\[(.*)\]/, (_, records: string) => `[${records.split(' ').sort().join(' ')}]`);

/** What a widget must show; for a record whose creation failed, that there is none. */
function onServer({ server, app }: Play, { kind, arg }: Placed, shown = ''): string | undefined {
  const name = arg?.startsWith('optimistic:')
    ? (getValue(app.store.getState().rdc.aliases, arg) ?? arg)
    : arg;
  if (name?.startsWith('optimistic:')) return /loading/.test(shown) ? 'failed' : shown || 'failed 404';
  return KINDS[kind]?.onServer?.(server, name, shown);
}

/** The difference between a slot and the server. */
export function faultIn(play: Play, slot: SlotName): string | undefined {
  const { screen, setting } = play;
  const { widget } = screen.layout.slots[slot];
  const element = screen.widgets().get(slot);
  if (widget === undefined) return element && `${slot} is still there`;
  const { kind, arg } = widget;
  if (element === undefined) {
    // A boundary may show an error instead: its own, or a neighbor's.
    const neighbors = SLOTS.filter(other =>
      setting.sharesBoundaries ? other[0] === slot[0] : other === slot,
    );
    const isFailure = neighbors.some(other => {
      const shown = screen.layout.slots[other].widget;
      return shown && onServer(play, shown) === 'failed 404';
    });
    return isFailure ? undefined : `${slot} ${kind} ${arg} is missing`;
  }
  if (element.dataset.kind !== kind || element.dataset.arg !== String(arg))
    return `${slot} is ${element.outerHTML}, not ${kind} ${arg}`;
  const text = element.textContent ?? '';
  const expected = onServer(play, widget, text);
  if (expected === undefined || unordered(text) === unordered(expected)) return undefined;
  return `${slot} ${kind} ${arg} shows ${text}, not ${expected}`;
}

/** Each widget shows the data of the server, perhaps a moment later. */
export async function checkServer(play: Play, slots: readonly SlotName[] = SLOTS) {
  for (const begun = Date.now(); ; ) {
    const faults = slots.map(slot => faultIn(play, slot)).filter(fault => fault !== undefined);
    if (faults.length === 0) return;
    if (Date.now() - begun > 1_500) fail(faults.join('\n'));
    await pause(10);
    await finish(play);
  }
}

/** If nothing happens, nothing is sent or dispatched. */
export async function checkQuiet({ server, app, setting }: Play) {
  const sent = server.api.requests.length;
  const dispatched = app.log.length;
  await pause(8);
  if (server.api.requests.length > sent) fail(`Needless requests: ${server.api.requests.slice(sent)}`);
  if (!setting.collects && app.log.length > dispatched)
    fail(`Needless actions: ${JSON.stringify(app.log.slice(dispatched))}`);
}

/** A change of one record renders only the widgets that show it. */
async function checkRendersOf(play: Play, id: string) {
  const { app, screen, setting } = play;
  if (app.controller.get(Card, { id }) === undefined) return;
  const showsRecord = (text: string | null) => new RegExp(`(^|[[ ;])${id}:`).test(text ?? '');
  const readsAll = (kind = '') => KINDS[kind]?.takes === 'nothing' && kind !== 'isFetching';
  const widgets = [...screen.widgets()];
  const showing = widgets.filter(([, { textContent }]) => showsRecord(textContent)).map(([slot]) => slot);
  const reading = widgets.filter(([, { dataset }]) => readsAll(dataset.kind)).map(([slot]) => slot);
  app.renders.clear();
  app.controller.set(Card, { id }, { title: 'w' });
  await settle(play);
  for (const [slot, times] of app.renders) {
    const isConcerned = showing.includes(slot) || reading.includes(slot);
    const limit = isConcerned ? (setting.isStrict ? 4 : 2) : 0;
    if (times > limit) fail(`${slot} rendered ${times} times for ${id}: ${screen.html}`);
  }
  for (const slot of showing) {
    const text = screen.widgets().get(slot)?.textContent;
    if (!text?.includes(`${id}:w/`)) fail(`${slot} shows ${text} after a change of ${id}`);
  }
}

/** Kinds that show more of a request than its data. */
const SHOWS_PROGRESS = /^(progress|isFetching|isFetchingCard|pages|error|loading)$/;

/** A response that changes nothing renders nothing. */
async function checkRendersOfTheSame(play: Play) {
  const { app, screen, setting } = play;
  app.renders.clear();
  await finishAfter(play, () => refetchAll(app));
  for (const [slot, times] of app.renders) {
    const element = screen.widgets().get(slot);
    const kind = element?.dataset.kind ?? '';
    // A widget behind a boundary, or with an error, renders to retry.
    if (element === undefined || /failed/.test(element.textContent ?? '')) continue;
    if (SHOWS_PROGRESS.test(kind)) continue;
    if (setting.invalidIfStale && kind !== 'query') continue;
    if (setting.collects && KINDS[kind]?.inStore !== undefined) continue;
    fail(`${slot} ${kind} rendered ${times} times for the same: ${screen.html}`);
  }
}

/** Nothing continues after an app has unmounted, and its unused requests are aborted. */
async function checkClosed(play: Play) {
  const { server, app, screen, setting } = play;
  if (setting.abortWhenUnused) {
    app.controller.invalidateAll({ testKey: () => true });
    await settle(play);
    // A suspended component is not mounted: its request continues.
    if (screen.isSuspended()) await finish(play);
  }
  const sent = server.api.requests.length;
  screen.close();
  await settle(play);
  if (requests.open.size > 0) fail(`After the end it still fetches ${server.visits.map(one => one.request)}`);
  if (server.api.requests.length > sent) fail(`Requests after the end: ${server.api.requests.slice(sent)}`);
  // An observer that waited for a response leaves with the next change.
  app.store.dispatch({ type: 'change' });
  if (app.listeners.size > 0) fail('Something listens to the store after the end.');
  if (setting.hasTopics && app.stream.isWanted) fail('The stream goes on after the end.');
}

/** Everything that is refetched shows the data of the server, and then settles. */
export async function checkRefetched(play: Play) {
  const { app } = play;
  await finishAfter(play, () => refetchAll(app));
  await checkServer(play);
  const { optimistic, mutating, inflight } = app.store.getState().rdc;
  expect([optimistic, mutating, inflight.size]).toEqual([[], 0, 0]);
  await finishAfter(play, () => {});
  await checkQuiet(play);
}

/**
 * The log leads to each state that was reached, also once it has been saved.
 *
 * @param states by the number of actions that have led to them
 */
export function checkReplay({ app: { client, log } }: Play, states: ReadonlyMap<number, DataState>) {
  const plain = (state: unknown) => JSON.parse(JSON.stringify(state)) as unknown;
  for (const actions of [log, plain(log) as UnknownAction[]]) {
    let state = client.getInitialState();
    actions.forEach((action, at) => {
      state = client.reducer(state, action);
      const reached = states.get(at + 1);
      if (reached !== undefined && !isDeepStrictEqual(plain(state), plain(reached)))
        expect(plain(state)).toEqual(plain(reached));
    });
  }
}

/** Whatever a script did, the app settles with the data of the server. */
async function checkEnd(play: Play) {
  const { app, screen, setting } = play;
  await showAll(play);
  // A boundary cannot know that what failed in it is gone.
  if (setting.sharesBoundaries) await finishAfter(play, screen.retry);
  await checkRefetched(play);
  for (const id of ['1', '2']) await checkRendersOf(play, id);
  await finishAfter(play, () => refetchAll(app));
  await checkServer(play);
  await checkRendersOfTheSame(play);
  await checkServer(play);
  await checkClosed(play);
}

// ------------------------------------------------------------------------------------------------ playing

/** The error of `use()` if a response arrives between the failure that a render waits for and that render. */
const OUTCOME_HAS_CHANGED = /^A component was suspended by an uncached promise/;

/** Records all other messages on the console; there must be none. */
export function listenToConsole() {
  const told: unknown[][] = [];
  const spies = (['debug', 'info', 'log', 'warn', 'error'] as const).map(level =>
    jest.spyOn(console, level).mockImplementation((...args) => {
      if (!OUTCOME_HAS_CHANGED.test(String(args[0]))) told.push(args);
    }),
  );
  return {
    told,
    end() {
      for (const spy of spies) spy.mockRestore();
    },
  };
}

function begin(server: ScriptedServer, setting: Setting): Play {
  server.reset();
  server.pageSize = setting.isPaged ? 2 : Number.POSITIVE_INFINITY;
  requests.open.clear();
  const client = clientFor(server.api.url, setting);
  server.onChange = client.stream.tell;
  const app: App = { ...client, renders: new Map(), handles: new Map() };
  return { server, app, setting, screen: openScreen(app, setting) };
}

export async function end({ server, app, screen }: Play) {
  screen.close();
  app.client.cleanup(app.store);
  for (const visit of [...server.visits]) visit.respond('cut');
  await pause();
}

async function playScript(server: ScriptedServer, { setting, steps }: Script) {
  const { told, end: endListening } = listenToConsole();
  const play = begin(server, setting);
  try {
    await settle(play);
    play.app.stream.open();
    for (const one of steps) {
      await perform(play, one);
      await settle(play);
      checkReaders(play);
    }
    await checkEnd(play);
    expect(told).toEqual([]);
  } finally {
    endListening();
    await end(play);
  }
}

const RUNS = runsOf(16);

/** Leaves time to shrink a script that hangs. */
export const PATIENCE_FOR_ALL_MS = patienceFor(RUNS) * 5;

/** Plays with updates as they come, as in a browser, but without the wait between fallbacks. */
export async function playInBrowser(play: () => Promise<void>) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  // React waits 300 ms between two fallbacks, by this clock.
  const { now } = performance;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) * 40);
  await play();
  clock.mockRestore();
}

/** Plays scripts in an app whose lists follow each change of a record, or do not. */
export function playEverything(follows: boolean) {
  return playInBrowser(() => playAll(startScriptedServer, scripts(follows), RUNS, playScript));
}
