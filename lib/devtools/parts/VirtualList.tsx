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

/** Rows of one height, of which only those in view are rendered. */
interface VirtualListProps {
  readonly label: string;
  readonly count: number;
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

/** A list box of any length: arrows, Home and End move through it. */
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

  function move(event: KeyboardEvent) {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: selected + 1,
      ArrowUp: selected - 1,
      Home: 0,
      End: count - 1,
      PageDown: selected + 10,
      PageUp: selected - 10,
    };
    const to = steps[event.key];
    if (to === undefined || count === 0) return;
    event.preventDefault();
    const index = Math.min(count - 1, Math.max(0, to));
    onSelect(index);
    virtualizer.scrollToIndex(index);
  }

  return (
    <div
      ref={element}
      className="list"
      data-tall={isTall}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={selected >= 0 && selected < count ? `${id}-${selected}` : undefined}
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
