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

/** Rows of one height, of which only those in view are rendered. */
interface VirtualListProps {
  readonly label: string;
  readonly count: number;
  /** The row of which more is told; -1 for none. */
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  readonly row: (index: number) => ReactNode;
  readonly isDim?: (index: number) => boolean;
  /** The row at which the app stands, -1 before the first: it is marked, and comes into view when it is another one. @default none */
  readonly current?: number | undefined;
  /** Whether the end comes into view, and stays there while rows are added, as long as it was. @default false */
  readonly followsEnd?: boolean;
  /** Whether rows of a narrow list have two lines. @default false */
  readonly wraps?: boolean;
}

/** Pixels. */
const ROW_HEIGHT = 26;
const TALL_ROW_HEIGHT = 44;

/** Narrower lists, in pixels, have tall rows where they wrap. */
const NARROW = 460;

/** How near to its end a list counts as being there, in pixels. */
const NEAR_END = 40;

/**
 * A list box of any length: arrows, Home and End move through it, and select each row that they come to. In a narrow
 * panel, where what is told of a row takes the place of the list, Enter or Space selects.
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
    observeElementRect: (instance: Virtualizer<HTMLDivElement, Element>, tell: (rect: Rect) => void) =>
      observeElementRect(instance, rect => {
        // Covered, it keeps its place.
        if (rect.width === 0) return;
        setRect(rect);
        tell(rect);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was told of the row is gone, the list is there again
  useEffect(() => {
    if (selected >= 0 || active < 0 || active >= count) return;
    virtualizer.scrollToIndex(active);
    // What scrolled just before the list was covered was noted as its start.
    element.current?.dispatchEvent(new Event('scroll'));
  }, [selected < 0]);

  function move(event: KeyboardEvent<HTMLElement>) {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      // From nowhere it comes from below.
      ArrowUp: (active < 0 ? count : active) - 1,
      Home: 0,
      End: count - 1,
      PageDown: active + 10,
      PageUp: active - 10,
      Enter: active,
      ' ': active,
    };
    const to = steps[event.key];
    if (to === undefined || count === 0) return;
    event.preventDefault();
    const index = Math.min(count - 1, Math.max(0, to));
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

/** Whether what is told of a row would take the place of its list. */
function isCovered({ parentElement }: HTMLElement): boolean {
  const { clientWidth = 0 } = parentElement ?? {};
  return clientWidth > 0 && clientWidth <= COVERED;
}
