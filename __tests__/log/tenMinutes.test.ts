import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { configureStore } from '@reduxjs/toolkit';
import {
  Controller,
  createDataClient,
  hydrationManager,
  networkManager,
  subscriptionManager,
} from 'rdc-toolkit';
import { CommentResource } from '../../examples/board/src/resources/Comment';
import { changes } from '../../examples/board/src/resources/changes';
import { IssueResource } from '../../examples/board/src/resources/Issue';
import { LabelResource } from '../../examples/board/src/resources/Label';
import { getPresence } from '../../examples/board/src/resources/presence';
import { getSession, logOut } from '../../examples/board/src/resources/Session';
import { statuses } from '../../examples/board/src/resources/status';
import { UserResource } from '../../examples/board/src/resources/User';
import { countText, groupsOf } from '../../lib/devtools/recording/groups';
import { recordingOf } from '../../lib/devtools/recording/recording';
import { fakeBoardServer } from './fakeBoardServer';

const guide = resolve(__dirname, '../../docs/guides/devtools.md');
const block = /(?<=```text ten minutes\n)[\s\S]*?(?=```)/;

const unfaked = globalThis.fetch;
beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 2, 2, 9) });
  // For the delays of a reconnecting stream and for request ids, no two of which may be equal.
  let drawn = 0;
  jest.spyOn(Math, 'random').mockImplementation(() => (++drawn * 0.618) % 1);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  globalThis.fetch = unfaked;
});

/** Ten minutes of one person at the board, on a fake clock; returns the lines of the panel's log. */
async function tenMinutes(): Promise<string> {
  const server = fakeBoardServer();
  globalThis.fetch = server.fetch.bind(server);
  const dataClient = createDataClient({
    managers: [networkManager(), subscriptionManager(), changes(), hydrationManager()],
  });
  const store = configureStore({
    reducer: { [dataClient.reducerPath]: dataClient.reducer },
    middleware: getDefault => getDefault().concat(dataClient.middleware),
  });
  const recording = recordingOf(store);
  const controller = new Controller(store);
  const { getList, get, partialUpdate, delete: remove, restore } = IssueResource;
  const begun = Date.now();

  /** Acts at a time since the start, such as `9:30`, and waits a second for the effects. */
  async function at(time: string, act: () => unknown) {
    const [minutes = 0, seconds = 0] = time.split(':').map(Number);
    await jest.advanceTimersByTimeAsync(begun + (60 * minutes + seconds) * 1_000 - Date.now());
    // The log shows failures.
    void Promise.resolve(act()).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(1_000);
  }

  await at('0:00', () => controller.fetch(getSession));
  await at('0:01', () => {
    controller.subscribe(getPresence);
    return Promise.all(statuses.map(status => controller.fetch(getList, { status })));
  });
  await at('0:42', () =>
    Promise.all([
      controller.fetch(CommentResource.getList, { issueId: '5' }),
      controller.fetch(UserResource.getList),
      controller.fetch(LabelResource.getList),
    ]),
  );
  await at('1:20', () =>
    controller.fetch(CommentResource.getList.push, { issueId: '5' }, { body: 'It rains in.' }),
  );
  await at('1:31', () => controller.fetch(partialUpdate, { id: '5' }, { status: 'in-progress' }));
  await at('2:05', () => server.add('Hedge is high', 'todo'));
  await at('2:40', () => server.change('2', { status: 'done' }));
  await at('3:10', () => controller.fetch(partialUpdate, { id: '7' }, { title: '' }));
  await at('3:24', () => controller.fetch(partialUpdate, { id: '7' }, { title: 'Clock is an hour late' }));
  await at('4:00', () => {
    server.isUp = false;
  });
  await at('4:06', () => controller.fetch(partialUpdate, { id: '1' }, { status: 'done' }));
  await at('4:45', () => {
    server.isUp = true;
  });
  // The mounted hooks do this.
  await at('4:50', () => Promise.all(statuses.map(status => controller.fetch(getList, { status }))));
  await at('5:20', () => controller.fetch(partialUpdate, { id: '1' }, { status: 'done' }));
  await at('6:02', () => controller.fetch(getList, { q: 'door' }));
  await at('6:15', () => controller.fetch(get, { id: '6' }));
  await at('7:00', () => {
    server.latency = 900;
    return controller.fetch(getList.push, { title: 'Bell is mute', status: 'backlog', reporter: 'octocat' });
  });
  await at('7:30', () => {
    server.latency = 24;
    return controller.fetch(remove, { id: '11' });
  });
  await at('7:36', () => controller.fetch(restore, { id: '11' }));
  await at('8:50', () => server.remove('9'));
  await at('9:58', () => {
    controller.unsubscribe(getPresence);
    return controller.fetch(logOut);
  });
  await at('10:00', () => controller.resetEntireStore());
  const timeOf = (time: number) => {
    const seconds = Math.floor((time - begun) / 1_000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  const lines = groupsOf(recording.entries()).map(group => {
    const { at: happened, label, isQuiet } = group;
    const line = `${timeOf(happened).padStart(5)} ${isQuiet ? '·' : ' '} ${label}  ${countText(group, timeOf)}`;
    return `${line.trimEnd()}\n`;
  });
  dataClient.cleanup(store);
  return lines.join('');
}

/** `WRITE_DOCS=1 npx jest tenMinutes` writes the log into the docs. */
it('logs ten minutes of a session as the docs show them', async () => {
  const log = await tenMinutes();
  if (process.env.WRITE_DOCS)
    writeFileSync(
      guide,
      readFileSync(guide, 'utf8').replace(block, () => log),
    );
  expect(block.exec(readFileSync(guide, 'utf8'))?.[0]).toBe(log);
});
