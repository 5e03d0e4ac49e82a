import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unpackChromium } from '#functions/adapters/chromium/chromium-binary.ts';
import { openBrowserFolder } from '#local/start/browser-folder.ts';
import { MAIL_KINDS } from '#shared/mails/mail-kinds.ts';
import { findMailFaults } from '#test/support/mails/find-mail-faults.ts';

let browser: Browser;

beforeAll(async () => {
  const { executablePath, librariesFolder } = await unpackChromium(openBrowserFolder());
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...process.env, LD_LIBRARY_PATH: librariesFolder },
  });
});
afterAll(() => browser.close());

it.each(MAIL_KINDS)(
  'the mail of kind %s reads well at 360 px in light and dark, and axe finds nothing',
  async (kind) => {
    const page = await (await browser.newContext()).newPage();

    expect(await findMailFaults(page, kind)).toEqual([]);
  },
);
