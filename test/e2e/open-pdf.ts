import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readPdf } from '#test/support/invoices/read-pdf.ts';

/**
 * Presses what opens a PDF in a new tab, and reads the PDF and the name under which it is saved. The browser of the tests
 * has no PDF viewer, so the tab saves the file that it would otherwise show.
 */
export const openPdf = async (page: Page, press: () => Promise<void>) => {
  const received = new Promise<Download>((resolve) => {
    page.context().on('page', (tab) => tab.on('download', resolve));
    page.on('download', resolve);
  });
  await press();
  const download = await received;

  return { name: download.suggestedFilename(), ...(await readPdf(await readFile(await download.path()))) };
};
