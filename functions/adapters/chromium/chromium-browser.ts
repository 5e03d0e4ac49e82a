import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { unpackChromium } from './chromium-binary.ts';
import { openWorkFolder, type WorkFolder } from './chromium-folder.ts';
import { within } from './within.ts';

export interface BrowserOptions {
  /** A folder with `fonts.conf` and the font files that it names; the browser sees no other font. */
  fontsFolder: string;
  /** How long the browser may take to print. */
  timeoutMs: number;
  /** A Chromium of your own; by default the one that @sparticuz/chromium brings (x86_64 Linux). */
  executablePath?: string;
}

/** A launch or a page that takes longer must leave its document time for another browser. */
const OPENING_MS = 6_000;

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

const launchIn = async (work: WorkFolder, options: BrowserOptions, signal: AbortSignal): Promise<Browser> => {
  const { executablePath, librariesFolder } = options.executablePath
    ? { executablePath: options.executablePath, librariesFolder: undefined }
    : await unpackChromium(work);

  const browser = await launch({
    executablePath,
    args: FLAGS,
    headless: 'shell',
    userDataDir: join(work.path, 'profile'),
    // No debugging port for others to find, and a browser that ends with this process however that ends.
    pipe: true,
    signal,
    timeout: OPENING_MS,
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
  // One that is killed leaves unread what it was sent, and puppeteer listens only until it has hung up.
  for (const pipe of browser.process()?.stdio ?? []) pipe?.on('error', () => undefined);

  return browser;
};

const launchInFolder = async (options: BrowserOptions, signal: AbortSignal) => {
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

/** Opens a page that runs no script and loads nothing. */
const openPageOf = async (browser: Browser): Promise<Page> => {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  // A request whose page is gone meanwhile can no longer be aborted, and need not be.
  page.on('request', (request) => request.abort().catch(() => undefined));

  return page;
};

/** Starts a browser; a launch that fails is told by its first page. */
export const startBrowser = (options: BrowserOptions) => {
  const killer = new AbortController();
  const launched = launchInFolder(options, killer.signal);
  launched.catch(() => undefined);

  return {
    openPage: async (): Promise<Page> => {
      const { browser } = await launched;

      return within(OPENING_MS, openPageOf(browser), `Chromium opened no page within ${OPENING_MS} ms`);
    },

    /** Ends it with its folder, also one that hangs or is still being launched. */
    end: async (): Promise<void> => {
      killer.abort();
      const running = await launched.catch(() => undefined);
      await running?.browser.close().catch(() => undefined);
      await running?.work.remove().catch(() => undefined);
    },
  };
};

export type RunningBrowser = ReturnType<typeof startBrowser>;
