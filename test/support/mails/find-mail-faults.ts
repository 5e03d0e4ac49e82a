import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { MailKind } from '#shared/mails/mail-kinds.ts';
import { makeSampleMail } from './sample-mails.ts';

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Looks at a mail on the smallest phone, in the light and in the dark scheme; returns a sentence for each fault. */
export const findMailFaults = async (page: Page, kind: MailKind): Promise<string[]> => {
  const faults: string[] = [];
  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setContent(makeSampleMail(kind).html);

    const overflow = await page.evaluate<number>(OVERFLOW);
    if (overflow > 0) {
      faults.push(`${colorScheme}: it is ${overflow} px too wide`);
    }
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    faults.push(
      ...violations.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.map(({ target }) => target)}`),
    );
  }

  return faults;
};
