import type { Page } from 'puppeteer-core';
import type { PdfPrinter } from '#functions/ports/pdf-printer.ts';
import { type BrowserOptions, type RunningBrowser, startBrowser } from './chromium-browser.ts';
import { packPdf } from './pack-pdf.ts';
import { within } from './within.ts';

interface ChromiumPrinterOptions extends BrowserOptions {
  /** Time left of the invocation, if it has an end: a print must leave time to mark its job as failed. */
  timeLeftMs?: () => number;
}

/** Each document leaves a little behind in the browser. */
export const DOCUMENTS_PER_BROWSER = 50;

/** Chromium sometimes dies or hangs while it opens a page, more often on a busy machine. */
const TRIES_MAX = 3;

const printPage = async (page: Page, html: string): Promise<Uint8Array> => {
  try {
    await page.setContent(html, { waitUntil: 'load' });

    // There are no web fonts to wait for.
    return await page.pdf({
      preferCSSPageSize: true,
      printBackground: true,
      waitForFonts: false,
      timeout: 0,
    });
  } catch (error) {
    throw page.browser().connected
      ? error
      : new Error('Chromium ended while it was printing', { cause: error });
  }
};

/**
 * Prints one document after the other, each on its own page, with a browser that stays warm between jobs. If the
 * browser was lost, the next document starts another one and does not fail. `close` ends the browser.
 */
export const makeChromiumPrinter = (
  options: ChromiumPrinterOptions,
): PdfPrinter & { close(): Promise<void> } => {
  const { timeoutMs, timeLeftMs = () => timeoutMs } = options;
  let kept: RunningBrowser | undefined;
  let documents = 0;
  let closing = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();

  const dropBrowser = async (): Promise<void> => {
    const left = kept;
    kept = undefined;
    documents = 0;
    await left?.end();
  };

  const openPage = async (over: AbortSignal): Promise<Page> => {
    for (let tries = 1; ; tries += 1) {
      over.throwIfAborted();
      kept ??= startBrowser(options);

      try {
        return await kept.openPage();
      } catch (error) {
        over.throwIfAborted();
        void dropBrowser();
        if (tries === TRIES_MAX) {
          throw error;
        }
      }
    }
  };

  const print = async (html: string, over: AbortSignal): Promise<Uint8Array> => {
    const page = await openPage(over);
    const bytes = await printPage(page, html);

    documents += 1;
    // Neither is awaited, because the job need not wait for the end of a page or browser.
    if (documents === DOCUMENTS_PER_BROWSER) {
      void dropBrowser();
    } else {
      void page.close().catch(() => undefined);
    }

    return bytes;
  };

  const printInTime = async (html: string, closed: AbortSignal): Promise<Uint8Array> => {
    const over = new AbortController();
    const patienceMs = Math.min(timeoutMs, timeLeftMs());
    const printed = print(html, AbortSignal.any([closed, over.signal]));

    try {
      return await within(patienceMs, printed, `Chromium did not print within ${patienceMs} ms`);
    } catch (error) {
      over.abort();
      void dropBrowser();
      throw error;
    }
  };

  return {
    print: async (html, author) => {
      const { signal } = closing;
      const printed = turn.then(() => printInTime(html, signal));
      turn = printed.catch(() => undefined);

      return packPdf(await printed, author);
    },

    close: async () => {
      closing.abort();
      closing = new AbortController();
      await dropBrowser();
    },
  };
};
