import { useState } from 'react';

/** The settings of the panel that are kept between visits. */
export interface Remembered {
  readonly isOpen: boolean;
  readonly tab: string;
  readonly side: 'bottom' | 'right';
  readonly theme: 'auto' | 'light' | 'dark';
  /** In pixels, by side. */
  readonly bottom: number;
  readonly right: number;
}

const STORAGE_KEY = 'rdc-toolkit/devtools';

/** The place and the look of the panel; what was set is there again on the next visit. */
export function useRemembered(
  initial: Remembered,
): readonly [Remembered, (change: Partial<Remembered>) => void] {
  const [remembered, setRemembered] = useState(() => ({ ...initial, ...stored() }));
  const remember = (change: Partial<Remembered>) => {
    const next = { ...remembered, ...change };
    setRemembered(next);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    } catch {
      // Where nothing may be stored, the panel is as new on the next visit.
    }
  };
  return [remembered, remember];
}

function stored(): Partial<Remembered> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
