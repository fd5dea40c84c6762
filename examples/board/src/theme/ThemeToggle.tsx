import { useSyncExternalStore } from 'react';
import { chooseTheme, currentTheme, subscribeToTheme } from './theme';

/** Switches between the dark and the light theme. */
export function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme);
  const isDark = theme === 'dark';
  return (
    <button
      type="button"
      className="button icon-button"
      aria-pressed={isDark}
      title={isDark ? 'Switch to light' : 'Switch to dark'}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        {isDark ? (
          <path d="M13.5 10A6 6 0 0 1 6 2.5a6 6 0 1 0 7.5 7.5z" fill="currentColor" />
        ) : (
          <path
            d="M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6 13 13M3 13l1.4-1.4M11.6 4.4 13 3M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinecap="round"
          />
        )}
      </svg>
      <span className="icon-name">
        Dark theme<span aria-hidden="true">{isDark ? ': on' : ': off'}</span>
      </span>
    </button>
  );
}
