import type { PointerEvent } from 'react';

/** Pixels by which an arrow key moves the edge. */
const STEP = 24;
const SMALLEST = 160;

interface SashProps {
  readonly side: 'bottom' | 'right';
  readonly size: number;
  readonly onSize: (pixels: number) => void;
}

/** The edge that resizes the panel. */
export function Sash({ side, size, onSize }: SashProps) {
  const largest = () => Math.round((side === 'bottom' ? innerHeight : innerWidth) * 0.9);
  const set = (pixels: number) => onSize(Math.round(Math.min(largest(), Math.max(SMALLEST, pixels))));
  const [larger, smaller] = side === 'bottom' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  return (
    // biome-ignore lint/a11y/useSemanticElements: an edge that moves is no rule between paragraphs
    <div
      className="sash"
      role="separator"
      aria-label="Size of the data panel"
      aria-orientation={side === 'bottom' ? 'horizontal' : 'vertical'}
      aria-valuenow={size}
      aria-valuemin={SMALLEST}
      aria-valuemax={largest()}
      tabIndex={0}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      // The browser releases the pointer when it is lifted or cancelled.
      onPointerMove={event => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          set(side === 'bottom' ? innerHeight - event.clientY : innerWidth - event.clientX);
      }}
      onKeyDown={event => {
        if (event.key === larger) set(size + STEP);
        if (event.key === smaller) set(size - STEP);
      }}
    />
  );
}
