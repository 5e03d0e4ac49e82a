import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, launch } from 'puppeteer-core';
import { unpackChromium } from './chromium-binary.ts';
import { openWorkFolder, type WorkFolder } from './chromium-folder.ts';

export interface BrowserOptions {
  /** A folder with `fonts.conf` and the font files that it names; the browser sees no other font. */
  fontsFolder: string;
  /** How long the browser may take to launch and to answer. */
  timeoutMs: number;
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
  // One that is killed leaves unread what it was sent, and puppeteer listens only until it has hung up.
  for (const pipe of browser.process()?.stdio ?? []) pipe?.on('error', () => undefined);

  return browser;
};

export interface RunningBrowser {
  browser: Browser;
  work: WorkFolder;
}

export const launchBrowser = async (
  options: BrowserOptions,
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

/** What cannot be removed now is removed at the next start. */
export const endBrowser = async ({ browser, work }: RunningBrowser): Promise<void> => {
  await browser.close().catch(() => undefined);
  await work.remove().catch(() => undefined);
};
