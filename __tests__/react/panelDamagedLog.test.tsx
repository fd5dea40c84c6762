import { File } from 'node:buffer';
import { act, fireEvent, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { Controller } from 'rdc-toolkit';
import { attempt } from '../../lib/plain/attempt';
import { complaints, createTestStore } from '../helpers/createTestStore';
import { damagedBy, damages, type LogFile } from '../helpers/damagedLog';
import { runs } from '../helpers/runs';
import { layOut, opened, panelOf, serveTask, Task, TaskResource } from './panelPage';

beforeEach(layOut);
afterEach(() => {
  jest.restoreAllMocks();
});

it('shows what it can of a damaged log, as text only, and the app unchanged when the log is closed', async () => {
  await serveTask();
  const { store, page, panel } = await opened(createTestStore({ isReplayed: false }));
  const controller = new Controller(store);
  await act(async () => {
    await controller.fetch(TaskResource.get, { id: '2' });
    await controller.fetch(TaskResource.partialUpdate, { id: '2' }, { title: 'Sow' }).catch(() => undefined);
    controller.set(Task, { id: '3', title: 'Reap', votes: 0 });
  });
  const { log: actions } = store;
  const sound = JSON.parse(JSON.stringify({ start: null, actions })) as LogFile;
  const isOpen = () => panel().queryByRole('button', { name: 'Close the log' }) !== null;
  const said = () => panelOf(document).textContent ?? '';

  await fc.assert(
    fc.asyncProperty(damages, async done => {
      const text = attempt(() => JSON.stringify(damagedBy(done, sound).log));
      // It is nested too deep for a browser to write.
      if (text === undefined) return;
      const file = new File([text], 'damaged.json');
      fireEvent.change(panel().getByLabelText('Log to open'), { target: { files: [file] } });
      await waitFor(() => expect(isOpen() || said().includes('Cannot open damaged.json')).toBe(true));

      for (const name of [/Requests/, /Records/, /Pending/, /Readers/, /^Log/]) {
        fireEvent.click(panel().getByRole('tab', { name }));
        for (const row of panel().queryAllByRole('option').slice(0, 8)) fireEvent.click(row);
        expect(said()).not.toMatch(
          /The panel failed|TypeError|RangeError|Cannot read prop|is not a function/,
        );
        expect(panelOf(document).querySelectorAll('img, script, [onerror], [onload], a[href]')).toHaveLength(
          0,
        );
      }
      const close = panel().queryByRole('button', { name: 'Close the log' });
      if (close !== null) fireEvent.click(close);
      await waitFor(() => expect(page.text()).toBe('Mow 1'));
    }),
    runs(12),
  );
  expect(globalThis).not.toHaveProperty('hasRun');
  for (const complaint of complaints.splice(0)) expect(complaint).not.toMatch(/TypeError|RangeError/);
});
