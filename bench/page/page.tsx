/** What runs in the browser: the rows of one library, which the browser group mounts, changes and times. */
import { memo } from 'react';
import { createRoot } from 'react-dom/client';
import { queryPeers } from './queryPeers';
import type { RowApp } from './RowPeer';
import { rowPeers } from './rowPeers';

/** Milliseconds from before `act` until the page shows what it brings about. */
async function untilShown(act: () => void, isShown: () => boolean): Promise<number> {
  const root = document.getElementById('root') as HTMLElement;
  const start = performance.now();
  return new Promise(resolve => {
    const observer = new MutationObserver(() => {
      if (!isShown()) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    act();
  });
}

function mountRows(peer: string, count: number) {
  const items = Array.from({ length: count }, (_, i) => ({ id: String(i), title: `item ${i}` }));
  const app = rowPeers.find(({ name }) => name === peer)?.open(items) as RowApp;
  const { Provider, useTitle } = app;
  let renders = 0;
  const Row = memo(function Row({ id }: { readonly id: string }) {
    renders++;
    return <li>{useTitle(id)}</li>;
  });
  const root = document.getElementById('root') as HTMLElement;
  const rows = root.getElementsByTagName('li');
  const render = () =>
    createRoot(root).render(
      <Provider>
        <ul>
          {items.map(({ id }) => (
            <Row key={id} id={id} />
          ))}
        </ul>
      </Provider>,
    );
  return {
    mounted: () => untilShown(render, () => rows.length === count),
    async renamed(round: number) {
      const at = (round * 7919) % count;
      const title = `renamed ${round}`;
      renders = 0;
      const ms = await untilShown(
        () => app.rename(String(at), title),
        () => rows[at]?.textContent === title,
      );
      return { ms, renders };
    },
    /** The same action many times: one is too quick for the clock of a browser. */
    unrelated(times: number) {
      const start = performance.now();
      for (let i = 0; i < times; i++) app.unrelated?.();
      return (performance.now() - start) / times;
    },
  };
}

function mountQueries(peer: string, records: number, queries: number) {
  const app = queryPeers.find(({ name }) => name === peer)?.open(records);
  if (app === undefined) throw new Error(`There is no peer ${peer}.`);
  const { Provider, useCount } = app;
  const Counted = memo(function Counted({ of }: { readonly of: number }) {
    return <li>{useCount(of)}</li>;
  });
  const root = document.getElementById('root') as HTMLElement;
  const rows = root.getElementsByTagName('li');
  const ids = Array.from({ length: queries }, (_, i) => i);
  const render = () =>
    createRoot(root).render(
      <Provider>
        {ids.map(of => (
          <Counted key={of} of={of} />
        ))}
      </Provider>,
    );
  return {
    mounted: () => untilShown(render, () => rows.length === queries),
    changed(round: number) {
      const before = rows[round % queries]?.textContent;
      return untilShown(
        () => app.change(round % queries, round),
        () => rows[round % queries]?.textContent !== before,
      );
    },
  };
}

const page = { mountRows, mountQueries };
/** What stands on the window of this page. */
export type BenchPage = typeof page;
Object.assign(window, { page });
