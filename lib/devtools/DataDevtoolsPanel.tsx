import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'react-redux';
import { LogTab } from './log/LogTab';
import { type LogView, useLogView } from './log/useLogView';
import { PanelBoundary } from './PanelBoundary';
import { PendingTab } from './PendingTab';
import { panelStyle } from './panelStyle';
import { ReadersTab } from './ReadersTab';
import { type Recording, recordingOf } from './recording/recording';
import { sessionOf } from './recording/session';
import { useRecording } from './recording/useRecording';
import type { Place } from './records/RecordLinks';
import { RecordsTab } from './records/RecordsTab';
import { RequestsTab } from './requests/RequestsTab';
import { Sash } from './Sash';
import { type PanelSettings, usePanelSettings } from './usePanelSettings';
import { useStrip } from './useStrip';

/** How the panel looks until the user changes it; everything has a default. */
export interface DataDevtoolsProps {
  /** @default false */
  readonly isOpen?: boolean;
  /** @default 'bottom' */
  readonly side?: 'bottom' | 'right';
  /** Distinguishes the panels of several stores: shown on button and panel, and keeps settings apart. @default none */
  readonly name?: string;
  /**
   * Called when the user closes the panel. With it, the panel is open for as long as it is rendered, and has no button
   * that opens it.
   */
  readonly onClose?: () => void;
}

/**
 * The panel of `DataDevtools`, in production as well.
 *
 * The origins of values, past changes, and time travel need a development build.
 */
export function DataDevtoolsPanel({
  isOpen = false,
  side = 'bottom',
  name = '',
  onClose,
}: DataDevtoolsProps) {
  const store = useStore();
  // During render, so that the requests of components after it are recorded.
  const recording = typeof document === 'undefined' ? undefined : recordingOf(store);
  const [root, setRoot] = useState<ShadowRoot>();
  useEffect(() => {
    const host = document.createElement('div');
    host.setAttribute('data-rdc-devtools', '');
    // Each further panel's button is above the others.
    const panelCount = document.querySelectorAll('[data-rdc-devtools]').length;
    host.style.setProperty('--place', String(panelCount));
    document.body.append(host);
    setRoot(withStyleSheet(host.attachShadow({ mode: 'open' })));
    return () => host.remove();
  }, []);
  if (root === undefined || recording === undefined) return null;
  // Another store, such as after hot reloading, has another panel.
  return createPortal(
    <Frame key={recording.id} {...{ recording, name, onClose }} initial={{ isOpen, side }} />,
    root as never,
  );
}

/** Adds the style sheet, in a way that works under a content security policy that forbids `<style>`. */
function withStyleSheet(root: ShadowRoot): ShadowRoot {
  if ('adoptedStyleSheets' in root && typeof CSSStyleSheet === 'function') {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(panelStyle);
    root.adoptedStyleSheets = [sheet];
  } else {
    (root as ShadowRoot).append(Object.assign(document.createElement('style'), { textContent: panelStyle }));
  }
  return root;
}

const TABS = ['Requests', 'Records', 'Pending', 'Readers', 'Log'] as const;

interface FrameProps {
  readonly recording: Recording;
  readonly name: string;
  readonly initial: Pick<PanelSettings, 'isOpen' | 'side'>;
  readonly onClose: (() => void) | undefined;
}

function Frame({ recording, name, initial, onClose }: FrameProps) {
  const [settings, update] = usePanelSettings(name, {
    ...initial,
    tab: 'Log',
    theme: 'auto',
    bottom: 340,
    right: 460,
  });
  const { theme } = settings;
  const isOpen = onClose !== undefined || settings.isOpen;
  const log = useLogView(recording);
  const frame = useRef<HTMLDivElement>(null);
  /** The button of the app that opened the panel. */
  const [opener] = useState(() => (onClose === undefined ? undefined : focusedButton()));
  /** Whether the user just opened or closed it, so that the focus has to follow. */
  const shouldMoveFocus = useRef(opener !== undefined);
  const show = (isOpen: boolean) => {
    shouldMoveFocus.current = true;
    update({ isOpen });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it has been opened or closed
  useEffect(() => {
    if (!shouldMoveFocus.current) return;
    shouldMoveFocus.current = false;
    frame.current?.querySelector<HTMLElement>('.toggle, [role="tab"][tabindex="0"]')?.focus();
  }, [isOpen]);
  useLayoutEffect(() => {
    const root = frame.current?.getRootNode() as ShadowRoot;
    return () => {
      if (opener === undefined || root.activeElement === null) return;
      queueMicrotask(() => {
        if (!root.host.isConnected) opener.focus();
      });
    };
  }, [opener]);
  const close = onClose ?? (() => show(false));
  return (
    <div ref={frame} className="root" data-theme={theme} dir="ltr">
      {isOpen ? (
        <PanelBoundary onClose={close}>
          <Panel {...{ recording, name, log, settings, update }} onClose={close} />
        </PanelBoundary>
      ) : (
        <button
          type="button"
          className="toggle"
          aria-label={`Open the data panel${ofName(name)}`}
          onClick={() => show(true)}
        >
          {name || 'data'}
        </button>
      )}
    </div>
  );
}

/** The app's focused button, if any. */
function focusedButton(): HTMLElement | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement &&
    activeElement.matches('button, [role="button"], [role^="menuitem"]')
    ? activeElement
    : undefined;
}

const ofName = (name: string) => name && ` of ${name}`;

interface PanelProps {
  readonly recording: Recording;
  readonly name: string;
  readonly log: LogView;
  readonly settings: PanelSettings;
  readonly update: (change: Partial<PanelSettings>) => void;
  readonly onClose: () => void;
}

const THEMES = { auto: 'light', light: 'dark', dark: 'auto' } as const;

function Panel({ recording, name, log, settings, update, onClose }: PanelProps) {
  useRecording(recording);
  const store = useStore();
  const [place, setPlace] = useState<Place>();
  const [entry, setEntry] = useState<number>();
  const isNarrow = useIsNarrow();
  const side = isNarrow ? 'bottom' : settings.side;
  const size = settings[side];
  const otherSide = side === 'bottom' ? 'right' : 'bottom';
  const tab = TABS.find(name => name === settings.tab) ?? 'Log';
  const strip = useStrip(side, size);
  const focus = useFocusFallback();

  const onOpen = (kind: string, pk: string) => {
    setPlace({ kind, pk });
    update({ tab: 'Records' });
  };
  const onEntry = (id: number) => {
    setEntry(id);
    update({ tab: 'Log' });
  };
  const session = sessionOf(recording);
  const { state } = session;
  const counts: Partial<Record<(typeof TABS)[number], number>> = {
    Requests: state.inflight.size,
    Pending: state.optimistic.length,
  };
  return (
    <aside
      className="panel"
      aria-label={`Data panel${ofName(name)}`}
      data-side={side}
      style={strip}
      {...focus}
    >
      <Sash side={side} size={size} onSize={pixels => update({ [side]: pixels })} />
      <div className="bar">
        {name && <strong className="title">{name}</strong>}
        <div className="tabs" role="tablist" aria-label="Data panel tabs">
          {TABS.map(tabName => (
            <button
              key={tabName}
              type="button"
              role="tab"
              id={`rdc-tab-${tabName}`}
              className="tab"
              aria-selected={tabName === tab}
              aria-controls="rdc-tabpanel"
              tabIndex={tabName === tab ? 0 : -1}
              onClick={() => update({ tab: tabName })}
              onKeyDown={event => moveTab(event, tab, update)}
            >
              {tabName}
              {counts[tabName] ? <span className="count">{counts[tabName]}</span> : null}
            </button>
          ))}
        </div>
        <Icon
          label={`Colors: ${settings.theme}`}
          sign={{ auto: '◐', light: '☀', dark: '☾' }[settings.theme]}
          onClick={() => update({ theme: THEMES[settings.theme] })}
        />
        {!isNarrow && (
          <Icon
            label={`Move the panel to the ${otherSide}`}
            sign={side === 'bottom' ? '◨' : '⬓'}
            onClick={() => update({ side: otherSide })}
          />
        )}
        <Icon label="Close the data panel" sign="✕" onClick={onClose} />
      </div>
      <div className="body" id="rdc-tabpanel" role="tabpanel" aria-labelledby={`rdc-tab-${tab}`}>
        {tab === 'Requests' && <RequestsTab {...{ store, recording, session, onOpen }} />}
        {tab === 'Records' && <RecordsTab {...{ store, session, place, onEntry }} onPlace={setPlace} />}
        {tab === 'Pending' && <PendingTab {...{ session, onOpen }} />}
        {tab === 'Readers' && <ReadersTab {...{ recording, session, onEntry }} />}
        {tab === 'Log' && (
          <LogTab {...{ recording, session, log, onOpen }} selected={entry} onSelect={setEntry} />
        )}
      </div>
    </aside>
  );
}

/** When the focused element is removed, the focus moves to the details, the list, or the tab. */
function useFocusFallback() {
  const panel = useRef<HTMLElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    // Not an effect, since other components render on their own.
    const observer = new MutationObserver(() => {
      if (focused.current?.isConnected !== false) return;
      const next = ['.detail', '.list', '[role="tab"][tabindex="0"]'].map(selector =>
        panel.current?.querySelector<HTMLElement>(selector),
      );
      next.find(element => element)?.focus();
    });
    observer.observe(panel.current as HTMLElement, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return {
    ref: panel,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}

interface IconProps {
  readonly label: string;
  readonly sign: string;
  readonly onClick: () => void;
}

function Icon({ label, sign, onClick }: IconProps) {
  return (
    <button type="button" className="icon" aria-label={label} title={label} onClick={onClick}>
      {sign}
    </button>
  );
}

function moveTab(event: KeyboardEvent<HTMLElement>, tab: string, update: PanelProps['update']) {
  const currentIndex = (TABS as readonly string[]).indexOf(tab);
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: currentIndex + 1,
    ArrowLeft: currentIndex - 1,
    Home: 0,
    End: -1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  const index = (target + TABS.length) % TABS.length;
  update({ tab: TABS[index] ?? 'Log' });
  const tabs = event.currentTarget.parentElement?.children;
  (tabs?.[index] as HTMLElement | undefined)?.focus();
}

/** On pages narrower than this, in pixels, the panel is at the bottom. */
const NARROW = 700;

function useIsNarrow(): boolean {
  const [isNarrow, setIsNarrow] = useState(() => innerWidth < NARROW);
  useEffect(() => {
    const update = () => setIsNarrow(innerWidth < NARROW);
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, []);
  return isNarrow;
}
