import { act, render } from '@testing-library/react';
import { Collection, Controller, Entity, RestEndpoint, resource } from 'rdc-toolkit';
import { AsyncBoundary, useDLE, useResponse, useSuspense } from 'rdc-toolkit/react';
import type { ComponentType } from 'react';
import { Provider } from 'react-redux';
import { storeObservers } from '../../lib/observers/storeObservers';
import { readResponse } from '../../lib/selectors/readResponse';
import { createTestStore } from '../helpers/createTestStore';

class Ticket extends Entity {
  id = '';
  subject = '';
  static key = 'FailuresThatAreOver.Ticket';
}
class Customer extends Entity {
  id = '';
  tickets: Ticket[] = [];
  static key = 'FailuresThatAreOver.Customer';
  static schema = {
    tickets: new Collection([Ticket], { nestKey: ({ id }: { id: string }) => ({ customer: id }) }),
  };
}
const { get, getList } = resource({ path: '/tickets/:id', schema: Ticket });
const getTickets = new RestEndpoint({
  path: '/customers/:customer/tickets',
  schema: new Collection([Ticket]),
});
class Desk extends Entity {
  id = '';
  open: Ticket[] = [];
  closed: Ticket[] = [];
  static key = 'FailuresThatAreOver.Desk';
  static schema = { open: [Ticket], closed: [Ticket] };
}
const getDesk = new RestEndpoint({ path: '/desks/:id', schema: Desk });
const getDesks = new RestEndpoint({ path: '/desks', schema: [Desk] });
const ticketsFrom = (start: number) =>
  Array.from({ length: 40 }, (_, n) => ({ id: `${start + n}`, subject: 'Gate' }));
const DESK = { id: '1', open: ticketsFrom(100), closed: ticketsFrom(200) };
const getCustomer = new RestEndpoint({ path: '/customers/:id', schema: Customer });

const refusal = () => Object.assign(new Error('Forbidden'), { status: 403 });

function renderIn(Reader: ComponentType) {
  const store = createTestStore();
  const controller = new Controller(store);
  controller.setResponse(get, { id: '2' }, { id: '2', subject: 'Gate' });
  controller.setResponse(getTickets, { customer: '1' }, [{ id: '2', subject: 'Gate' }]);
  controller.setResponse(getDesk, { id: '1' }, DESK);
  const { container } = render(
    <Provider store={store}>
      <Reader />
    </Provider>,
  );
  return { controller, shown: () => container.textContent };
}

const Suspending = () => useSuspense(get, { id: '2' }).subject;

const READERS: [string, ComponentType][] = [
  [
    'useDLE',
    () => {
      const { error, data } = useDLE(get, { id: '2' });
      return error ? 'failed' : data?.subject;
    },
  ],
  [
    'useResponse',
    () => {
      const { error, data } = useResponse(get, { id: '2' });
      return error ? 'failed' : data?.subject;
    },
  ],
  [
    'useSuspense in a boundary',
    () => (
      <AsyncBoundary errorComponent={() => 'failed'}>
        <Suspending />
      </AsyncBoundary>
    ),
  ],
];

describe('an error after a later response brought the record', () => {
  beforeEach(() => {
    // React logs what a boundary catches.
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const changes = [
    ['as it was', 'Gate'],
    ['changed', 'Gate sticks'],
  ] as const;

  it.each(
    READERS.flatMap(([name, Reader]) => changes.map(([how, subject]) => ({ name, Reader, how, subject }))),
  )('disappears from the screen: $name, $how', async ({ Reader, subject }) => {
    const { controller, shown } = renderIn(Reader);
    await act(async () => controller.setError(get, { id: '2' }, refusal()));
    expect(shown()).toBe('failed');
    await act(async () => controller.setResponse(getList, [{ id: '2', subject }]));

    expect(controller.getResponse(get, { id: '2' }).error).toBe(undefined);
    expect(shown()).toBe(subject);
  });

  it('disappears if the server had sent null for the record', async () => {
    const [, Reader] = READERS[0] as (typeof READERS)[number];
    const { controller, shown } = renderIn(Reader);
    await act(async () => controller.setResponse(get, { id: '2' }, null));
    expect(shown()).toBe('failed');
    await act(async () => controller.setResponse(getList, [{ id: '2', subject: 'Gate' }]));

    expect(shown()).toBe('Gate');
  });

  it.each([
    ['a list', 1],
    ['a long list', 200],
  ])('disappears if it is the error of %s that came within a record', async (_which, length) => {
    const { controller, shown } = renderIn(() => {
      const { error, data = [] } = useResponse(getTickets, { customer: '1' });
      return error ? 'failed' : data.map(({ subject }) => subject).join();
    });
    const tickets = Array.from({ length }, (_, n) => ({ id: `${n + 2}`, subject: 'Gate' }));
    await act(async () => {
      controller.setResponse(getTickets, { customer: '1' }, tickets);
      controller.setError(getTickets, { customer: '1' }, refusal());
    });
    expect(shown()).toBe('failed');
    await act(async () => controller.setResponse(getCustomer, { id: '1' }, { id: '1', tickets }));

    expect(shown()).toBe(tickets.map(() => 'Gate').join());
  });

  it('disappears if it is the error of a record with more relations than an index names', async () => {
    const { controller, shown } = renderIn(() => {
      const { error, data } = useResponse(getDesk, { id: '1' });
      return error ? 'failed' : data?.open.length;
    });
    await act(async () => controller.setError(getDesk, { id: '1' }, refusal()));
    expect(shown()).toBe('failed');
    await act(async () => controller.setResponse(getDesks, [DESK]));

    expect(shown()).toBe('40');
  });

  it('is checked when its record arrives, not for every other record', () => {
    const store = createTestStore();
    const controller = new Controller(store);
    const args = [{ id: '2' }] as const;
    const key = get.key(...args);
    const notify = jest.fn();
    const memo = () => readResponse(controller.getState(), get, key, args).memo;
    const leave = storeObservers(store).add({
      observed: { key, request: { endpoint: get, args }, memo },
      notify,
    });
    controller.setResponse(get, ...args, { id: '2', subject: 'Gate' });
    controller.setError(get, ...args, refusal());
    notify.mockClear();

    controller.set(Ticket, { id: '3', subject: 'Lock' });
    controller.set(Ticket, { id: '3', subject: 'Lock' });
    controller.set(Customer, { id: '1' });
    expect(notify).not.toHaveBeenCalled();
    controller.set(Ticket, { id: '2', subject: 'Gate' });
    expect(notify).toHaveBeenCalledTimes(1);
    leave();
  });
});
