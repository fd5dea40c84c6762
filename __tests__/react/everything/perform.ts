import type { FetchPromise } from 'rdc-toolkit';
import type { ScriptedServer } from '../../overlap/scriptedServer';
import { allCards } from './resources';
import type { Screen, SlotName } from './screen';
import type { Setting, Step } from './script';
import { KINDS, listed, type Surroundings } from './widgets';

/** What brings the changes of the server. */
interface Stream {
  /** Whether nothing is in transit between the server and the client. */
  readonly isSettled: boolean;
  readonly hasMessages: boolean;
  readonly isWanted: boolean;
  open(): void;
  deliver(): void;
  cut(): void;
}

export interface App extends Surroundings {
  readonly stream: Stream;
}

export interface Play {
  readonly server: ScriptedServer;
  readonly setting: Setting;
  readonly app: App;
  readonly screen: Screen;
  /** The latest fetch of the controller. */
  latest?: FetchPromise<unknown>;
}

export const pause = (ms = 0) => new Promise<void>(resolve => setTimeout(resolve, ms));

/** Most steps act at once, or start something that continues beside later steps. */
export async function perform(play: Play, one: Step): Promise<void> {
  const { server, app, screen } = play;
  const { CardResource, controller, stream, user } = app;
  const { get, getList, partialUpdate, vote } = CardResource;
  const targets = { get, getList, all: { testKey: () => true } };
  const begin = (promise: FetchPromise<unknown>) => {
    promise.catch(() => {});
    play.latest = promise;
  };
  switch (one.step) {
    case 'mount':
      return screen.place(one.slot, one.widget, one.isTransition);
    case 'turn':
      return turn(screen, one.slot, one);
    case 'unmount':
      return screen.place(one.slot, undefined, one.isTransition);
    case 'hide':
    case 'show':
      return screen.setPanel(one.panel, { isHidden: one.step === 'hide' }, one.isTransition);
    case 'remount': {
      const { number } = screen.layout.panels[one.panel];
      return screen.setPanel(one.panel, { number: number + 1 }, one.isTransition);
    }
    case 'retry':
      return screen.retry();
    case 'next':
    case 'refetch':
      return ignore(app.handles.get(one.slot)?.[one.step]?.());
    case 'rename in widget':
      return void app.handles.get(one.slot)?.rename?.(one.id, one.title);
    case 'focus':
      return user.focus();
    case 'log out':
      user.isLoggedOut = true;
      return;
    case 'rename':
      return begin(controller.fetch(partialUpdate, { id: one.id }, { title: one.title }));
    case 'create': {
      const { title, status } = one;
      return begin(controller.fetch(getList.push, { status }, { title, status }));
    }
    case 'move':
      return begin(controller.fetch(getList.move, { id: one.id }, { status: one.status }));
    case 'vote':
      return begin(controller.fetch(vote, { id: one.id }));
    case 'delete':
      return begin(controller.fetch(CardResource.delete, { id: one.id }));
    case 'read':
      return begin(controller.fetch(get, { id: one.id }));
    case 'list':
      return begin(controller.fetch(getList, listed(one.status)));
    case 'abort':
      return play.latest?.abort();
    case 'invalidate one':
      return controller.invalidate(get, { id: one.id });
    case 'invalidate':
      return controller.invalidateAll(targets[one.target]);
    case 'expire':
      return controller.expireAll(targets[one.target]);
    case 'refetch all':
      return ignore(controller.refetchAll(targets[one.target]));
    case 'reset':
      return controller.resetEntireStore();
    case 'write':
      return server.write(one.id, one.change);
    case 'respond': {
      const visit = server.visits[one.index % Math.max(server.visits.length, 1)];
      return one.how === 'act' ? visit?.act() : visit?.respond(one.how);
    }
    case 'open stream':
      return stream.open();
    case 'deliver':
      return stream.deliver();
    case 'cut stream':
      return stream.cut();
    case 'wait':
      return pause(one.ms);
  }
}

/** Shows a record in creation, by its temporary key. */
export function placeNewest(
  { app, screen }: Play,
  { slot, kind, isTransition }: { slot: SlotName; kind: string; isTransition: boolean },
) {
  const ids = app.controller.get(allCards)?.map(({ id }) => id) ?? [];
  const arg = ids.findLast(id => id.startsWith('optimistic:'));
  if (arg !== undefined) screen.place(slot, { kind, arg }, isTransition);
}

/** Changes the argument of a widget. */
function turn(screen: Screen, slot: SlotName, to: Extract<Step, { step: 'turn' }>) {
  const { widget } = screen.layout.slots[slot];
  const takes = KINDS[widget?.kind ?? '']?.takes ?? 'nothing';
  if (widget === undefined || takes === 'nothing') return;
  screen.place(slot, { kind: widget.kind, arg: to[takes] }, to.isTransition, false);
}

/** A failure is shown, or the request is retried. */
function ignore(promise: Promise<unknown> | undefined) {
  promise?.catch(() => {});
}
