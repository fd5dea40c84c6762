import type { PollStep } from './polls';

type PageState = Pick<Extract<PollStep, { step: 'page' }>, 'visible' | 'online'>;

const HEARD = /^(focus|online|offline|visibilitychange)$/;

/** The page of the test, which the play hides and disconnects, with its listeners and pending timers. */
export function watchedPage() {
  const page = { visible: true, online: true };
  const listening: string[] = [];
  const timers = new Map<unknown, string>();
  const spies: jest.SpyInstance[] = [
    jest
      .spyOn(document, 'visibilityState', 'get')
      .mockImplementation(() => (page.visible ? 'visible' : 'hidden')),
    jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => page.online),
  ];
  const { setTimeout: start, clearTimeout: cancel } = globalThis;
  const starting = (run: () => void, ms?: number) => {
    const timer = start(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.set(timer, `${ms} ms`);
    return timer;
  };
  const cancelling = (timer?: Parameters<typeof cancel>[0]) => {
    timers.delete(timer);
    cancel(timer);
  };
  spies.push(
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(starting as typeof start),
    jest.spyOn(globalThis, 'clearTimeout').mockImplementation(cancelling),
  );
  for (const target of [window, document]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    spies.push(
      jest.spyOn(target, 'addEventListener').mockImplementation((...args: Parameters<typeof add>) => {
        if (HEARD.test(args[0])) listening.push(args[0]);
        return add.apply(target, args);
      }),
      jest.spyOn(target, 'removeEventListener').mockImplementation((...args: Parameters<typeof remove>) => {
        if (listening.includes(args[0])) listening.splice(listening.indexOf(args[0]), 1);
        return remove.apply(target, args);
      }),
    );
  }
  return {
    /** The events with a listener. */
    listening,
    /** The pending timers, by their delay. */
    timers,
    set({ visible, online }: PageState, focuses = false) {
      const before = { ...page };
      Object.assign(page, { visible, online });
      if (before.visible !== visible) document.dispatchEvent(new Event('visibilitychange'));
      if (before.online !== online) window.dispatchEvent(new Event(online ? 'online' : 'offline'));
      if (focuses) window.dispatchEvent(new Event('focus'));
    },
    forget() {
      listening.length = 0;
      timers.clear();
    },
    restore() {
      for (const spy of spies) spy.mockRestore();
    },
  };
}

export type Page = ReturnType<typeof watchedPage>;
