import { File } from 'node:buffer';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { Entity, resource } from 'rdc-toolkit';
import { DataDevtools } from 'rdc-toolkit/devtools';
import { useDLE } from 'rdc-toolkit/react';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { renderIn } from './renderIn';

export class Task extends Entity {
  id = '';
  title = '';
  votes = 0;
  static key = 'panel.Task';
}
export const TaskResource = resource({
  path: '/tasks/:id',
  schema: Task,
  optimistic: true,
  Endpoint: ApiEndpoint,
});

const { get } = TaskResource;

export const serveTask = () =>
  serve({
    'GET /tasks/:id': ({ params }) => ({ ...params, title: 'Mow', votes: 1 }),
    'PATCH /tasks/:id': () => reply(422, { message: 'Not so.' }),
  });

export function App() {
  const { data } = useDLE(get, { id: '1' });
  return <main>{data === undefined ? 'loading' : `${data.title} ${data.votes}`}</main>;
}

/** jsdom has no layout: without a height no row of a list would be in view. */
export function layOut(): void {
  for (const side of ['offsetWidth', 'offsetHeight'] as const)
    jest.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400);
}

/** The app and its panel, both ready. */
export async function opened(store = createTestStore()) {
  const app = (
    <>
      <DataDevtools isOpen />
      <App />
    </>
  );
  const page = renderIn(store, app);
  const panel = () => within(panelOf(document));
  await waitFor(() => expect(page.text()).toBe('Mow 1'));
  await waitFor(() => panel().getByRole('tablist'));
  return { store, page, app, panel };
}

export function panelOf({ body }: Document): HTMLElement {
  const root = body.querySelector('[data-rdc-devtools]')?.shadowRoot?.querySelector<HTMLElement>('.root');
  if (root == null) throw new Error('There is no panel.');
  return root;
}

export type Panel = ReturnType<Awaited<ReturnType<typeof opened>>['panel']>;

/** Opens a log like a user; the files of jsdom have no `text()`. */
export async function openLog(panel: Panel, log: unknown) {
  const file = new File([JSON.stringify(log)], 'log.json', { type: 'application/json' });
  fireEvent.change(panel.getByLabelText('Log to open'), { target: { files: [file] } });
  await waitFor(() => panel.getByRole('button', { name: 'Close the log' }));
}

const time = { fetchedAt: 1, date: 2, expiresAt: 3 };
export const written = {
  type: 'rdc/set',
  schemaName: Task.key,
  args: [{ id: '1' }],
  plainValue: { id: '1', title: 'Rest', votes: 2 },
  meta: time,
};
