/** The setting of the system, and the words for it. */
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export type Theme = 'light' | 'dark';

const systemTheme = (): Theme => (prefersDark.matches ? 'dark' : 'light');

/** The theme on the screen: the one that was chosen, or else that of the system. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : systemTheme();
}

/** Chooses a theme; the one that the system has anyway is followed from then on. */
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

/** Calls back when the theme on the screen may have changed. */
export function subscribeToTheme(changed: () => void) {
  prefersDark.addEventListener('change', changed);
  addEventListener('themechange', changed);
  return () => {
    prefersDark.removeEventListener('change', changed);
    removeEventListener('themechange', changed);
  };
}
