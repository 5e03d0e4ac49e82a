import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { type Browser, launch, type Page } from 'puppeteer-core';
import type { PdfPrinter } from '#functions/ports/pdf-printer.ts';
import { unpackChromium } from './chromium-binary.ts';
import { openWorkFolder, type WorkFolder } from './chromium-folder.ts';
import { packPdf } from './pack-pdf.ts';

interface ChromiumPrinterOptions {
  /** A folder with `fonts.conf` and the font files that it names; the browser sees no other font. */
  fontsFolder: string;
  /** How long one print may take, with the launch of the browser where there is none yet. */
  timeoutMs: number;
  /** What the invocation still has, if it has an end: a print must leave time to say of its job that it failed. */
  timeLeftMs?: () => number;
  /** A Chromium of your own; by default the one that @sparticuz/chromium brings (x86_64 Linux). */
  executablePath?: string;
}

/** Flags of the package that weaken the browser and that a page without any request does not need. */
const REFUSED_FLAGS = new Set(['--disable-web-security', '--allow-running-insecure-content']);

/**
 * The package's flags for Lambda, with `--single-process`: without it Chromium does not start on Lambda
 * ("prctl(PR_SET_NO_NEW_PRIVS) failed", Sparticuz/chromium#80 and #81; Remotion reports the same). The price is
 * that such a browser dies with its renderer and holds a single browser context (puppeteer#2608): a lost browser
 * is replaced, and jobs are kept apart by a page each, which runs no script, stores nothing and loads nothing.
 *
 * The last flag fails every name and address, for what request interception does not see (preconnect, DNS prefetch).
 */
const FLAGS = [
  ...chromium.args.filter((flag) => !REFUSED_FLAGS.has(flag)),
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

const launchIn = async (
  work: WorkFolder,
  options: ChromiumPrinterOptions,
  signal: AbortSignal,
): Promise<Browser> => {
  const { executablePath, librariesFolder } = options.executablePath
    ? { executablePath: options.executablePath, librariesFolder: undefined }
    : await unpackChromium(work);

  return launch({
    executablePath,
    args: FLAGS,
    headless: 'shell',
    userDataDir: join(work.path, 'profile'),
    // No debugging port for others to find, and a browser that ends with this process however that ends.
    pipe: true,
    signal,
    timeout: options.timeoutMs,
    protocolTimeout: options.timeoutMs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // The browser needs nothing else. That hides no credentials from it: as the same user it could read them in /proc.
    env: {
      FONTCONFIG_FILE: join(options.fontsFolder, 'fonts.conf'),
      HOME: work.path,
      TMPDIR: work.path,
      XDG_CACHE_HOME: work.path,
      LD_LIBRARY_PATH: librariesFolder,
    },
  });
};

interface RunningBrowser {
  browser: Browser;
  work: WorkFolder;
}

const launchBrowser = async (
  options: ChromiumPrinterOptions,
  signal: AbortSignal,
): Promise<RunningBrowser> => {
  const work = await openWorkFolder();

  try {
    const browser = await launchIn(work, options, signal);
    work.removeAtExit();

    return { browser, work };
  } catch (error) {
    await work.remove();
    throw error;
  }
};

/** One browser: the first call launches it, later ones share it, and after it was lost or killed the next launches anew. */
const keepWarm = (options: ChromiumPrinterOptions) => {
  let current: { running: Promise<RunningBrowser>; killer: AbortController } | undefined;

  const start = () => {
    const killer = new AbortController();
    const started = { running: launchBrowser(options, killer.signal), killer };
    const forget = () => {
      if (current === started) current = undefined;
    };
    const forgetOnceLost = ({ browser, work }: RunningBrowser) => {
      browser.on('disconnected', () => {
        forget();
        // What cannot be removed now is removed at the next start.
        work.remove().catch(() => undefined);
      });
    };
    started.running.then(forgetOnceLost, forget);

    return started;
  };

  const end = async ({ browser, work }: RunningBrowser): Promise<void> => {
    await browser.close().catch(() => undefined);
    await work.remove();
  };

  return {
    async connect(): Promise<Browser> {
      current ??= start();

      return (await current.running).browser;
    },

    /** Ends the browser, also one that hangs or is still being launched. */
    async kill(): Promise<void> {
      const killed = current;
      current = undefined;

      killed?.killer.abort();
      await killed?.running.then(end).catch(() => undefined);
    },
  };
};

const printPage = async (page: Page, html: string): Promise<Uint8Array> => {
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  // A request whose page is gone meanwhile can no longer be aborted, and need not be.
  page.on('request', (request) => request.abort().catch(() => undefined));
  await page.setContent(html, { waitUntil: 'load' });

  const [author] = await page.$$eval('meta[name="author"]', (metas) =>
    metas.map((meta) => meta.getAttribute('content') ?? undefined),
  );

  return packPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true }), author);
};

/** Prints with one browser that stays warm between jobs; `close` ends it. */
export const makeChromiumPrinter = (
  options: ChromiumPrinterOptions,
): PdfPrinter & { close(): Promise<void> } => {
  const { timeoutMs, timeLeftMs = () => timeoutMs } = options;
  const warm = keepWarm(options);

  const openPage = async (): Promise<Page> => {
    const browser = await warm.connect();

    try {
      return await browser.newPage();
    } catch (error) {
      if (browser.connected) throw error;

      // It died between two jobs, which shows only now when this process was frozen meanwhile, as Lambda does.
      return (await warm.connect()).newPage();
    }
  };

  const print = async (html: string): Promise<Uint8Array> => {
    const page = await openPage();

    try {
      return await printPage(page, html);
    } catch (error) {
      throw page.browser().connected
        ? error
        : new Error('Chromium ended while it was printing', { cause: error });
    } finally {
      await page.close().catch(() => undefined);
    }
  };

  const killAfterTimeout = async (signal: AbortSignal): Promise<never> => {
    const patienceMs = Math.min(timeoutMs, timeLeftMs());
    await sleep(patienceMs, undefined, { signal });
    void warm.kill();

    throw new Error(`Chromium did not print within ${patienceMs} ms`);
  };

  return {
    async print(html) {
      const finished = new AbortController();

      try {
        return await Promise.race([print(html), killAfterTimeout(finished.signal)]);
      } finally {
        finished.abort();
      }
    },

    close: () => warm.kill(),
  };
};
