import { useState } from 'react';

/** The settings of the panel that are kept between visits. */
export interface PanelSettings {
  readonly isOpen: boolean;
  readonly tab: string;
  readonly side: 'bottom' | 'right';
  readonly theme: 'auto' | 'light' | 'dark';
  /** In pixels, by side. */
  readonly bottom: number;
  readonly right: number;
}

const STORAGE_KEY = 'rdc-toolkit/devtools';

/** The place and the look of a panel, kept for the next visit. */
export function usePanelSettings(
  name: string,
  initial: PanelSettings,
): readonly [PanelSettings, (change: Partial<PanelSettings>) => void] {
  const key = `${STORAGE_KEY}${name && `/${name}`}`;
  const [settings, setSettings] = useState(() => ({ ...initial, ...storedSettings(key) }));
  const update = (change: Partial<PanelSettings>) => {
    const next = { ...settings, ...change };
    setSettings(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage, the next visit starts with the defaults.
    }
  };
  return [settings, update];
}

function storedSettings(key: string): Partial<PanelSettings> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
