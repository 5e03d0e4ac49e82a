import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const COUNT_RUNNING = 'document.getAnimations().filter((one) => one.playState === "running").length';

/** With every animation at its end: a colour on its way to another has less contrast than either. */
export const findViolations = async (page: Page, within = 'html'): Promise<string[]> => {
  await expect.poll(() => page.evaluate(COUNT_RUNNING)).toBe(0);
  // The portal has no frames; without this each look opens a page of its own to join what it found in them.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include(within).analyze();

  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
};

/** Looks at the page as it stands in the light theme and then in the dark one, in which it leaves it. */
export const expectNoViolations = async (page: Page, within?: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(colorScheme);
    expect(await findViolations(page, within), colorScheme).toEqual([]);
  }
};
