import { configureStore } from '@reduxjs/toolkit';
import { Controller, createDataClient, Entity, logRecorder } from 'rdc-toolkit';
import { replayLog } from 'rdc-toolkit/testing';

class Memo extends Entity {
  id = '';
  text = '';
  static key = 'recorder.Memo';
}

function twoStores() {
  const recorder = logRecorder();
  const makeStore = () => {
    const client = createDataClient();
    const store = configureStore({
      reducer: { rdc: client.reducer },
      middleware: getDefault => getDefault().concat(client.middleware, recorder.middleware),
    });
    const write = (id: string) => new Controller(store).set(Memo, { id }, { id, text: 'Mow' });
    return { getState: store.getState, write };
  };
  return { recorder, first: makeStore(), second: makeStore() };
}

/** The keys of the records that a log writes, and the state that it replays to. */
function readLog(log: ReturnType<ReturnType<typeof logRecorder>['log']>) {
  const keys = log.actions.map(action => (action as unknown as { value: { id: string } }).value.id);
  return { keys, state: replayLog(log, { definitions: [Memo] }).store.getState().rdc };
}

afterEach(() => jest.restoreAllMocks());

it('a recorder in two stores logs the one that dispatched last, and warns once if they alternate', () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const { recorder, first, second } = twoStores();
  first.write('1');
  expect(readLog(recorder.log())).toEqual({ keys: ['1'], state: first.getState().rdc });
  second.write('2');
  second.write('3');
  expect(readLog(recorder.log())).toEqual({ keys: ['2', '3'], state: second.getState().rdc });
  expect(said).not.toHaveBeenCalled();

  first.write('4');
  second.write('5');
  first.write('6');
  expect(readLog(recorder.log())).toEqual({ keys: ['6'], state: first.getState().rdc });
  expect(said.mock.calls).toEqual([[expect.stringContaining('One logRecorder() is in several stores')]]);
});

it('a recorder follows the store in use, even if another one was created and discarded', () => {
  const { recorder, first } = twoStores();
  first.write('1');
  first.write('2');
  expect(readLog(recorder.log())).toEqual({ keys: ['1', '2'], state: first.getState().rdc });
});
