import { setTimeout as sleep } from 'node:timers/promises';
import type { PdfPrinter } from '#functions/ports/pdf-printer.ts';
import type { BrowserOptions } from './chromium-browser.ts';
import { type BlankPage, keepPages } from './chromium-pages.ts';
import { packPdf } from './pack-pdf.ts';

interface ChromiumPrinterOptions extends BrowserOptions {
  /** What the invocation still has, if it has an end: a print must leave time to say of its job that it failed. */
  timeLeftMs?: () => number;
}

const printPage = async ({ page, session }: BlankPage, html: string): Promise<Uint8Array> => {
  await page.setContent(html, { waitUntil: 'load' });
  // puppeteer's own page.pdf() waits for web fonts, of which there are none, and reads the file piece by piece.
  const { data } = await session.send('Page.printToPDF', {
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: true,
    marginTop: 0,
    marginBottom: 0,
    marginLeft: 0,
    marginRight: 0,
  });

  return Buffer.from(data, 'base64');
};

/** Prints with one browser that stays warm between jobs; `close` ends it. */
export const makeChromiumPrinter = (
  options: ChromiumPrinterOptions,
): PdfPrinter & { close(): Promise<void> } => {
  const { timeoutMs, timeLeftMs = () => timeoutMs } = options;
  const pages = keepPages(options);

  const killAfterTimeout = async (signal: AbortSignal): Promise<never> => {
    const patienceMs = Math.min(timeoutMs, timeLeftMs());
    await sleep(patienceMs, undefined, { signal });
    void pages.kill();

    throw new Error(`Chromium did not print within ${patienceMs} ms`);
  };

  return {
    async print(html, author) {
      const finished = new AbortController();
      const print = pages.withPage((page) => printPage(page, html));

      try {
        return packPdf(await Promise.race([print, killAfterTimeout(finished.signal)]), author);
      } finally {
        finished.abort();
      }
    },

    close: () => pages.kill(),
  };
};
