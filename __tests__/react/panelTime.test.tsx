import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { Controller } from 'rdc-toolkit';
import { DataDevtools } from 'rdc-toolkit/devtools';
import { useState } from 'react';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { App, layOut, openLog, panelOf, serveTask, Task, written } from './panelPage';
import { renderIn } from './renderIn';

beforeEach(async () => {
  localStorage.clear();
  layOut();
  await serveTask();
});

/** The app with a panel that can be closed and rendered again. */
function Page({ panels = 1 }: { readonly panels?: number }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        tool
      </button>
      {isOpen && ['a', 'b'].slice(0, panels).map(name => <DataDevtools key={name} isOpen name={name} />)}
      <App />
    </>
  );
}

async function start(panels = 1) {
  const store = createTestStore();
  renderIn(store, <Page panels={panels} />);
  await waitFor(() => expect(shown()).toBe('Mow 1'));
  await waitFor(() => panel().getByRole('tablist'));
  return store;
}

const panel = (n = 0) => {
  const roots = document.querySelectorAll('[data-rdc-devtools]');
  return within(roots[n]?.shadowRoot?.querySelector('.root') as HTMLElement);
};
const vote = (store: TestStore, from: number, to = from) =>
  act(async () => {
    for (let votes = from; votes <= to; votes++) new Controller(store).set(Task, { id: '1' }, { votes });
  });
const slider = (n = 0) => panel(n).getByLabelText<HTMLInputElement>(/Time/);
const place = (n = 0) => panel(n).getByText(/ of \d/).textContent;
const marked = () => [...panelOf(document).querySelectorAll('[aria-current]')].map(line => line.textContent);
const shown = () => document.querySelector('main')?.textContent;
const travelTo = (step: number) => fireEvent.change(slider(), { target: { value: String(step) } });
const reopen = async () => {
  for (let clicks = 2; clicks > 0; clicks--)
    fireEvent.click(within(document.body).getByRole('button', { name: 'tool' }));
  await waitFor(() => panel().getByRole('tablist'));
};
const goBack = () => {
  fireEvent.click(panel().getByRole('button', { name: 'Back to the present' }));
};

it('keeps the mark at the time on screen while the log drops its oldest lines', async () => {
  const store = await start();
  await vote(store, 1, 1_100);
  await waitFor(() => expect(slider().max).toBe('1000'));
  travelTo(990);
  await waitFor(() => expect(shown()).toBe('Mow 1090'));
  expect(place()).toBe('990 of 1000');

  await vote(store, 1_101, 1_110);

  await waitFor(() => expect(place()).toBe('980 of 1000'));
  expect(shown()).toBe('Mow 1090');
  goBack();
});

it('marks no later line as the current one after the log is cleared', async () => {
  const store = await start();
  await vote(store, 2, 5);
  await waitFor(() => expect(slider().max).toBe('6'));
  travelTo(3);
  await waitFor(() => expect(shown()).toBe('Mow 2'));
  fireEvent.click(panel().getByRole('button', { name: 'Clear' }));

  await vote(store, 6, 7);

  await waitFor(() => expect(slider().max).toBe('2'));
  expect(shown()).toBe('Mow 2');
  expect(marked()).toEqual([]);
  expect(slider().getAttribute('aria-valuetext')).toBe('the start');
  goBack();
});

it('shows the current step when it remounts while the app shows an earlier time', async () => {
  const store = await start();
  await vote(store, 2, 5);
  await waitFor(() => expect(slider().max).toBe('6'));
  travelTo(3);
  await waitFor(() => expect(shown()).toBe('Mow 2'));
  const before = marked();
  expect(before).toHaveLength(1);

  await reopen();

  expect([shown(), place(), marked()]).toEqual(['Mow 2', '3 of 6', before]);
  goBack();
});

it('shows the same time in two panels on one store', async () => {
  const store = await start(2);
  await vote(store, 2, 5);
  await waitFor(() => expect(slider().max).toBe('6'));

  travelTo(3);

  await waitFor(() => expect(place(1)).toBe('3 of 6'));
  goBack();
  await waitFor(() => expect(place(1)).toBe('6 of 6'));
});

it('shows the opened log when it remounts while the app shows that log', async () => {
  await start();
  await openLog(panel() as never, [written]);
  await waitFor(() => expect(shown()).toBe('Rest 2'));

  await reopen();

  expect(shown()).toBe('Rest 2');
  panel().getByText('The app shows this log.');
  fireEvent.click(panel().getByRole('button', { name: 'Close the log' }));
  await waitFor(() => expect(shown()).toBe('Mow 1'));
});
