import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Rect,
  Virtualizer,
} from '@tanstack/virtual-core';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { COVERED } from '../panelStyle';

/** Rows of one height; only those in view are rendered. */
interface VirtualListProps {
  readonly label: string;
  readonly count: number;
  /** The row whose details are shown; -1 for none. */
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  readonly row: (index: number) => ReactNode;
  readonly isDim?: (index: number) => boolean;
  /** The row that the app shows, -1 before the first: marked, and scrolled into view when it changes. @default none */
  readonly current?: number | undefined;
  /** Whether the list starts at its end, and follows it while rows are added, if it is in view. @default false */
  readonly followsEnd?: boolean;
  /** Whether rows of a narrow list have two lines. @default false */
  readonly wraps?: boolean;
}

/** Pixels. */
const ROW_HEIGHT = 26;
const TALL_ROW_HEIGHT = 44;

/** Lists narrower than this, in pixels, have tall rows if they wrap. */
const NARROW = 460;

/** How near to the end a list counts as being at its end, in pixels. */
const NEAR_END = 40;

/**
 * A list box of any length: arrows, Home and End move through it and select each row that they reach. In a narrow
 * panel, where the details of a row replace the list, Enter or Space selects.
 */
export function VirtualList({
  label,
  count,
  selected,
  onSelect,
  row,
  isDim,
  current,
  followsEnd = false,
  wraps = false,
}: VirtualListProps) {
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  const [active, setActive] = useState(selected);
  if (selected >= 0 && selected !== active) setActive(selected);
  const [rect, setRect] = useState<Rect>({ width: 600, height: 400 });
  const isTall = wraps && rect.width < NARROW;
  const options = {
    count,
    getScrollElement: () => element.current,
    estimateSize: () => (isTall ? TALL_ROW_HEIGHT : ROW_HEIGHT),
    overscan: 8,
    initialRect: rect,
    observeElementRect: (instance: Virtualizer<HTMLDivElement, Element>, notify: (rect: Rect) => void) =>
      observeElementRect(instance, rect => {
        // A covered list keeps its size.
        if (rect.width === 0) return;
        setRect(rect);
        notify(rect);
      }),
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: rerender,
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, Element>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another height
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, isTall]);

  const wasAtEnd = useRef(true);
  useEffect(() => {
    wasAtEnd.current = followsEnd;
  }, [followsEnd]);
  const length = virtualizer.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another length or size is another end
  useEffect(() => {
    const list = element.current;
    if (followsEnd && wasAtEnd.current && list) list.scrollTop = list.scrollHeight;
  }, [length, followsEnd, rect]);
  useEffect(() => {
    if (current !== undefined) virtualizer.scrollToIndex(Math.max(0, current));
  }, [current, virtualizer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the details of the row are closed, so the list is visible again
  useEffect(() => {
    if (selected >= 0 || active < 0 || active >= count) return;
    virtualizer.scrollToIndex(active);
    // A scroll just before the list was covered was recorded as its start.
    element.current?.dispatchEvent(new Event('scroll'));
  }, [selected < 0]);

  function move(event: KeyboardEvent<HTMLElement>) {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      // Without an active row, it starts from the end.
      ArrowUp: (active < 0 ? count : active) - 1,
      Home: 0,
      End: count - 1,
      PageDown: active + 10,
      PageUp: active - 10,
      Enter: active,
      ' ': active,
    };
    const target = steps[event.key];
    if (target === undefined || count === 0) return;
    event.preventDefault();
    const index = Math.min(count - 1, Math.max(0, target));
    setActive(index);
    virtualizer.scrollToIndex(index);
    if (event.key === 'Enter' || event.key === ' ' || !isCovered(event.currentTarget)) onSelect(index);
  }

  return (
    <div
      ref={element}
      className="list"
      data-tall={isTall}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={active >= 0 && active < count ? `${id}-${active}` : undefined}
      onKeyDown={move}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        wasAtEnd.current = scrollTop + clientHeight > scrollHeight - NEAR_END;
      }}
    >
      <div className="inner" role="presentation" style={{ height: length }}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list box takes the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus
          <div
            key={index}
            id={`${id}-${index}`}
            className="row"
            role="option"
            aria-selected={index === selected}
            aria-current={index === current ? 'step' : undefined}
            aria-setsize={count}
            aria-posinset={index + 1}
            data-active={index === active}
            data-dim={isDim?.(index) ?? false}
            style={{ height: size, transform: `translateY(${start}px)` }}
            onClick={() => onSelect(index)}
          >
            {row(index)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Whether the details of a row would replace its list. */
function isCovered({ parentElement }: HTMLElement): boolean {
  const { clientWidth = 0 } = parentElement ?? {};
  return clientWidth > 0 && clientWidth <= COVERED;
}
