/** The system's setting. */
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export type Theme = 'light' | 'dark';

const systemTheme = (): Theme => (prefersDark.matches ? 'dark' : 'light');

/** The current theme: the chosen one, or else the system's. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : systemTheme();
}

/** Chooses a theme; choosing the system's theme means to follow the system from then on. */
export function chooseTheme(theme: Theme) {
  if (theme === systemTheme()) {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem('theme');
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem('theme', theme);
  }
  dispatchEvent(new Event('themechange'));
}

/** Calls back when the current theme may have changed. */
export function subscribeToTheme(changed: () => void) {
  prefersDark.addEventListener('change', changed);
  addEventListener('themechange', changed);
  return () => {
    prefersDark.removeEventListener('change', changed);
    removeEventListener('themechange', changed);
  };
}
