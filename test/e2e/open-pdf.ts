import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readPdf } from '#test/support/invoices/read-pdf.ts';

/**
 * Presses a download and reads the PDF that the opened tab received. The browser of the tests has no PDF viewer, so
 * the tab saves the file that it would otherwise show.
 */
export const openPdf = async (page: Page, press: () => Promise<void>) => {
  const received = page.waitForEvent('popup').then((tab) => tab.waitForEvent('download'));
  await press();
  const download = await received;

  return { url: download.url(), ...(await readPdf(await readFile(await download.path()))) };
};
