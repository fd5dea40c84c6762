import type { Page } from 'playwright-core';

/** Waits until nothing on a page of the board loads any more: its columns come one by one. */
export async function nothingLoads(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[role=status][aria-label=Loading]') === null);
}
