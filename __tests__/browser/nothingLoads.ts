import type { Page } from 'playwright-core';

/** Waits until a page of the board has loaded: its columns arrive one by one. */
export async function nothingLoads(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[role=status][aria-label=Loading]') === null);
}
