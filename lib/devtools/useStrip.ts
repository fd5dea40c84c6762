import { type CSSProperties, useEffect, useReducer, useState } from 'react';

type Side = 'bottom' | 'right';

/** The part of the page that an open panel takes, in pixels. */
interface Strip {
  readonly side: Side;
  readonly size: number;
  /** Renders the panel again after others have moved. */
  readonly move: () => void;
}

/** The open panels of the page, in the order in which they opened: each takes part of what earlier ones leave. */
const strips = new Map<object, Strip>();

/** The page's own padding, by the side at which a panel is open. */
const paddings = new Map<Side, string>();

/** The place of an open panel next to those of other stores; the page gets their size as padding. */
export function useStrip(side: Side, size: number): CSSProperties {
  const [panel] = useState(() => ({}));
  const [, move] = useReducer((moves: number) => moves + 1, 0);
  useEffect(() => {
    strips.set(panel, { side, size, move });
    updatePage();
  }, [panel, side, size]);
  useEffect(
    () => () => {
      strips.delete(panel);
      updatePage();
    },
    [panel],
  );
  const all = [...strips.keys()];
  const index = all.indexOf(panel);
  const earlierCount = index < 0 ? all.length : index;
  const offsets = { bottom: takenPixels('bottom', earlierCount), right: takenPixels('right', earlierCount) };
  return side === 'bottom' ? { ...offsets, height: size } : { ...offsets, width: size };
}

/** How many pixels the first panels take at a side. */
function takenPixels(side: Side, count = strips.size): number {
  const sizes = [...strips.values()].slice(0, count).map(strip => (strip.side === side ? strip.size : 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function updatePage() {
  const { style } = document.documentElement;
  for (const side of ['bottom', 'right'] as const) {
    const [name, pixels] = [`padding-${side}`, takenPixels(side)];
    // Buttons of other panels use this to keep clear.
    style.setProperty(`--rdc-${side}`, pixels > 0 ? `${pixels}px` : '');
    if (pixels > 0 && !paddings.has(side)) paddings.set(side, style.getPropertyValue(name));
    if (pixels > 0) style.setProperty(name, `${pixels}px`);
    else if (paddings.has(side)) {
      style.setProperty(name, paddings.get(side) ?? '');
      paddings.delete(side);
    }
  }
  for (const { move } of strips.values()) move();
}
