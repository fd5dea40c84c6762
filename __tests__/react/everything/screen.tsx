import { AsyncBoundary } from 'rdc-toolkit/react';
import { Activity, type ReactNode, StrictMode, startTransition, useDeferredValue, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { failureText, type Surroundings, WidgetOf } from './widgets';

export interface ScreenSetting {
  readonly isStrict: boolean;
  /** The widgets of a panel share one boundary, so that they load and fail together. */
  readonly sharesBoundaries: boolean;
}

/** Panel `c` defers its layout. */
export const PANELS = ['a', 'b', 'c'] as const;
export const SLOTS = ['a0', 'a1', 'b0', 'b1', 'c0', 'c1'] as const;
export type PanelName = (typeof PANELS)[number];
export type SlotName = (typeof SLOTS)[number];

export interface Placed {
  readonly kind: string;
  readonly arg: string | null;
}

/** The layout on screen; a new number mounts it again. */
export interface Layout {
  readonly slots: Readonly<
    Record<SlotName, { readonly widget?: Placed | undefined; readonly number: number }>
  >;
  readonly panels: Readonly<Record<PanelName, { readonly isHidden: boolean; readonly number: number }>>;
}

const empty = { number: 0 };
const visible = { isHidden: false, number: 0 };
const EMPTY: Layout = {
  slots: { a0: empty, a1: empty, b0: empty, b1: empty, c0: empty, c1: empty },
  panels: { a: visible, b: visible, c: visible },
};

function Boundary({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <AsyncBoundary
      fallback={<b data-boundary={name}>loading</b>}
      errorComponent={({ error, resetErrorBoundary }) => (
        <button type="button" data-boundary={name} onClick={resetErrorBoundary}>
          {failureText(error)}
        </button>
      )}
    >
      {children}
    </AsyncBoundary>
  );
}

interface PanelProps extends ScreenSetting {
  readonly app: Surroundings;
  readonly name: PanelName;
  readonly layout: Layout;
}

function Panel({ app, name, layout, sharesBoundaries }: PanelProps) {
  const { isHidden, number } = layout.panels[name];
  const widgets = SLOTS.filter(slot => slot.startsWith(name)).map(slot => {
    const { widget, number } = layout.slots[slot];
    if (widget === undefined) return null;
    const element = <WidgetOf key={`${slot} ${number}`} app={app} slot={slot} {...widget} />;
    if (sharesBoundaries) return element;
    return (
      <Boundary key={`${slot} ${number} ${widget.arg}`} name={slot}>
        {element}
      </Boundary>
    );
  });
  return (
    <Activity mode={isHidden ? 'hidden' : 'visible'}>
      <div>
        <Boundary key={number} name={name}>
          {widgets}
        </Boundary>
      </div>
    </Activity>
  );
}

const isVisible = (element: HTMLElement | null): boolean =>
  element === null || (element.style.display !== 'none' && isVisible(element.parentElement));

/** Mounts an app whose layout changes when the play says so, without `act`, as in a browser. */
export function openScreen(app: Surroundings, setting: ScreenSetting) {
  let layout = EMPTY;
  let show: (layout: Layout) => void = () => {};
  function App() {
    const [given, setGiven] = useState(EMPTY);
    const deferred = useDeferredValue(given);
    show = setGiven;
    return PANELS.map(name => (
      <Panel key={name} app={app} name={name} layout={name === 'c' ? deferred : given} {...setting} />
    ));
  }
  const page = (
    <Provider store={app.store}>
      <App />
    </Provider>
  );
  const container = document.createElement('div');
  const root = createRoot(container, {
    onCaughtError() {},
    // An update during a failure makes React render once more.
    onRecoverableError() {},
  });
  root.render(setting.isStrict ? <StrictMode>{page}</StrictMode> : page);

  const elements = (selector: string) =>
    [...container.querySelectorAll<HTMLElement>(selector)].filter(isVisible);
  return {
    get layout() {
      return layout;
    },
    get html() {
      return container.innerHTML;
    },
    change(changed: Layout, isTransition = false) {
      layout = changed;
      if (isTransition) startTransition(() => show(changed));
      else show(changed);
    },
    place(slot: SlotName, widget: Placed | undefined, isTransition: boolean, isNew = true) {
      const number = layout.slots[slot].number + (isNew ? 1 : 0);
      this.change({ ...layout, slots: { ...layout.slots, [slot]: { widget, number } } }, isTransition);
    },
    setPanel(name: PanelName, change: Partial<Layout['panels'][PanelName]>, isTransition = false) {
      const changed = { ...layout.panels[name], ...change };
      this.change({ ...layout, panels: { ...layout.panels, [name]: changed } }, isTransition);
    },
    /** The visible widgets, by slot. */
    widgets: () => new Map(elements('[data-slot]').map(element => [element.dataset.slot ?? '', element])),
    isLoading: () =>
      elements('[data-boundary],[data-slot]').some(({ textContent }) =>
        /loading|previous|busy|fetching|pending/.test(textContent ?? ''),
      ),
    isSuspended: () => container.querySelector('b') !== null,
    retry() {
      for (const button of container.querySelectorAll('button')) button.click();
    },
    close: () => root.unmount(),
  };
}

export type Screen = ReturnType<typeof openScreen>;
