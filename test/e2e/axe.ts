import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const COUNT_RUNNING = 'document.getAnimations().filter((one) => one.playState === "running").length';

/** The rules that a theme can break: only its colours differ from those of the other. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Lists the violations after every animation has ended: a colour in transition has less contrast than either end. */
export const findViolations = async (
  page: Page,
  within = 'html',
  rules: readonly string[] = [],
): Promise<string[]> => {
  await expect.poll(() => page.evaluate(COUNT_RUNNING)).toBe(0);
  // The portal has no frames. Without legacy mode each analysis opens a second page to join its findings.
  const builder = new AxeBuilder({ page }).setLegacyMode().include(within);
  const { violations } = await (rules.length > 0 ? builder.withRules([...rules]) : builder).analyze();

  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
};

/**
 * Lists the violations in the light theme, then those of colours in the dark one, and leaves the page in the dark one.
 */
export const findViolationsInThemes = async (page: Page, within?: string): Promise<string[]> => {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(colorScheme);
    const rules = colorScheme === 'light' ? [] : RULES_OF_COLOUR;
    const violations = await findViolations(page, within, rules);
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }

  return found;
};

/** Checks the current page in the light theme and then in the dark one, and leaves it in the dark one. */
export const expectNoViolations = async (page: Page, within?: string): Promise<void> => {
  expect(await findViolationsInThemes(page, within)).toEqual([]);
};
