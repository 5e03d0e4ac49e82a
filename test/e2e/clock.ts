import { expect, type Locator, type Page } from '@playwright/test';

const HOUR_MS = 60 * 60 * 1000;
const STEP_MS = 50;

/** Stops the page's clock, which then moves only as far as a test winds it, however slow the machine is. */
export const stopClock = async (page: Page): Promise<void> => {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + HOUR_MS);
};

const windUntil = async (page: Page, awaited: Locator, isVisible: boolean): Promise<void> => {
  const windAndLook = async () => {
    await page.clock.runFor(STEP_MS);

    return awaited.isVisible();
  };
  await expect.poll(windAndLook, { intervals: [STEP_MS] }).toBe(isVisible);
};

/** Winds a stopped clock until the element is visible, in small steps, so that hardly any time has passed since then. */
export const windUntilVisible = (page: Page, awaited: Locator): Promise<void> =>
  windUntil(page, awaited, true);

/** The same until the element is hidden. */
export const windUntilHidden = (page: Page, awaited: Locator): Promise<void> =>
  windUntil(page, awaited, false);
