import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { Controller, Entity, resource } from 'rdc-toolkit';
import { DataDevtools, explain } from 'rdc-toolkit/devtools';
import { replayLog } from 'rdc-toolkit/testing';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { layOut, panelOf } from './panelPage';
import { renderIn } from './renderIn';

type Sent = Readonly<Record<string, unknown>>;

class Team extends Entity {
  id = '';
  name = '';
  static key = 'editing.Team';
}

/** With the usual mapping for an API in snake case. */
class Account extends Entity {
  id = '';
  firstName = '';
  plan = '';
  team = Team.fromJS();
  static key: string = 'editing.Account';
  static schema = { team: Team };
  static override process({ id, first_name: firstName, plan, team }: Sent): unknown {
    return { id, firstName, plan, team };
  }
}

/** With defaults for missing fields. */
class Defaulted extends Account {
  static override key = 'editing.Defaulted';
  static override process({ id, first_name: firstName = '', plan = 'none', team }: Sent): unknown {
    return { id, firstName, plan, team };
  }
}

/** With a check of the whole record. */
class Checked extends Account {
  static override key = 'editing.Checked';
  static override validate({ firstName, plan }: { readonly firstName?: string; readonly plan?: string }) {
    if (!firstName) return 'it has no first name';
    return plan === 'gold' ? 'there is no such plan' : undefined;
  }
}

/** With a key that is not one of its fields. */
class Nameless extends Account {
  static override key = 'editing.Nameless';
  static override pk(_fields: object, _parent?: unknown, _key?: string, args: readonly unknown[] = []) {
    return (args[0] as { readonly id?: string } | undefined)?.id;
  }
}

const accounts = [Account, Defaulted, Checked, Nameless];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  layOut();
});
afterEach(() => jest.restoreAllMocks());

/** The panel at the only record of a kind. */
async function record(Kind: typeof Account) {
  await serve({
    'GET /accounts/:id': ({ params }) => ({
      ...params,
      first_name: 'Ada',
      plan: 'free',
      team: { id: 't', name: 'Hill' },
    }),
  });
  const { get } = resource({ path: '/accounts/:id', schema: Kind, Endpoint: ApiEndpoint });
  const store = createTestStore();
  renderIn(store, <DataDevtools isOpen />);
  await act(async () => {
    await store.dispatch(get.fetch({ id: '1' }));
  });
  const panel = within(panelOf(document));
  fireEvent.click(panel.getByRole('tab', { name: /Records/ }));
  fireEvent.click(await panel.findByRole('button', { name: new RegExp(`^${Kind.key}`) }));
  fireEvent.click(panel.getByRole('option'));
  const edit = (name: string, value: string) => {
    fireEvent.click(panel.getByRole('button', { name: new RegExp(`^Edit ${name}`) }));
    const field = panel.getByRole('textbox', { name });
    fireEvent.change(field, { target: { value } });
    fireEvent.submit(field);
  };
  const stored = () => ({ ...new Controller(store).getResponse(get, { id: '1' }).data });
  return { store, panel, edit, stored };
}

it.each(accounts)('an edit of $key changes the edited field, and no other', async Kind => {
  const { store, panel, edit, stored } = await record(Kind);
  edit('firstName', 'Eve');
  await waitFor(() => expect(stored()).toMatchObject({ firstName: 'Eve', plan: 'free', id: '1' }));
  edit('plan', 'pro');
  await waitFor(() => expect(stored()).toMatchObject({ firstName: 'Eve', plan: 'pro', id: '1' }));
  expect(stored()).toMatchObject({ team: expect.objectContaining({ id: 't', name: 'Hill' }) });
  expect(panel.queryByRole('alert')).toBeNull();
  const set = store.log.filter(({ type }) => type === 'rdc/set');
  expect(set.map(({ schemaName, value }) => [schemaName, value])).toEqual([
    [`Edited(${Kind.key})`, { firstName: 'Eve' }],
    [`Edited(${Kind.key})`, { plan: 'pro' }],
  ]);
});

it('an edit is logged with what it changed, and replays on another page', async () => {
  const { store, panel, edit } = await record(Defaulted);
  edit('plan', 'pro');
  const { store: replayed } = replayLog(JSON.parse(JSON.stringify(store.log)), { definitions: [Defaulted] });
  const explanation = explain(Defaulted, '1')(replayed.getState());
  expect(explanation?.fields).toMatchObject({
    firstName: { value: 'Ada' },
    plan: { value: 'pro', origin: { by: 'set' } },
  });
  fireEvent.click(panel.getByRole('tab', { name: 'Log' }));
  await panel.findByText(/editing\.Defaulted 1 .*by set/);
});

it('an edit that `validate` rejects shows the reason, and changes nothing', async () => {
  const { panel, edit, stored } = await record(Checked);
  edit('plan', 'gold');
  expect(panel.getByRole('alert').textContent).toContain('there is no such plan');
  expect(stored()).toMatchObject({ firstName: 'Ada', plan: 'free' });
});
