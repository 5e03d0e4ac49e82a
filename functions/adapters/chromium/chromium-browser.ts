import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { type BrowserFolder, unpackChromium } from './chromium-binary.ts';
import { within } from './within.ts';

export interface BrowserOptions {
  /** A folder with `fonts.conf` and the font files that it names; the browser sees no other font. */
  fontsFolder: string;
  browserFolder: BrowserFolder;
  /** Time limit of a print, in ms. */
  timeoutMs: number;
  /** Another Chromium; by default the one that @sparticuz/chromium brings (x86_64 Linux). */
  executablePath?: string;
}

/** A launch or a page that takes longer must leave its document enough time for another browser. */
const OPENING_MS = 6_000;

/** Flags of the package that weaken the browser, and that a page without requests does not need. */
const REFUSED_FLAGS = new Set(['--disable-web-security', '--allow-running-insecure-content']);

/**
 * The package's flags for Lambda, with `--single-process`: without it Chromium does not start on Lambda
 * ("prctl(PR_SET_NO_NEW_PRIVS) failed", Sparticuz/chromium#80 and #81; Remotion reports the same). The price is that
 * the browser dies with its renderer and holds a single browser context (puppeteer#2608): a lost browser is replaced,
 * and each job gets its own page, which runs no script, stores nothing and loads nothing.
 *
 * The last flag fails every name and address, for requests that interception does not see (preconnect, DNS prefetch).
 */
const FLAGS = [
  ...chromium.args.filter((flag) => !REFUSED_FLAGS.has(flag)),
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

/** A browser that was just killed may still write while its profile is being removed. */
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

const PROFILE = 'ow-connect-profile-';

/**
 * Creates the profile folder of one browser. If no other process uses the folder, profiles that killed processes left
 * are removed first.
 */
const createProfile = async ({ path, isShared }: BrowserFolder): Promise<string> => {
  if (isShared) {
    return mkdtemp(join(tmpdir(), PROFILE));
  }

  const left = (await readdir(path)).filter((name) => name.startsWith(PROFILE));
  for (const name of left) {
    await rm(join(path, name), REMOVAL);
  }

  return mkdtemp(join(path, PROFILE));
};

/** Rejects when the signal aborts: puppeteer's launch may never end if the browser is killed meanwhile. */
const rejectAtAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new Error('Chromium was ended while it was starting'));
    signal.addEventListener('abort', end, { once: true });
  });

const launchIn = async (
  profile: string,
  { fontsFolder, browserFolder, timeoutMs, executablePath: own }: BrowserOptions,
  signal: AbortSignal,
): Promise<Browser> => {
  const { executablePath, librariesFolder } = own
    ? { executablePath: own, librariesFolder: undefined }
    : await unpackChromium(browserFolder);

  const launched = launch({
    executablePath,
    args: FLAGS,
    headless: 'shell',
    userDataDir: profile,
    // No debugging port for others to find, and the browser ends whenever and however this process ends.
    pipe: true,
    signal,
    timeout: OPENING_MS,
    protocolTimeout: timeoutMs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // The browser needs no other variables. This hides no credentials from it: as the same user it could read them in
    // /proc.
    env: {
      FONTCONFIG_FILE: join(fontsFolder, 'fonts.conf'),
      HOME: profile,
      TMPDIR: profile,
      XDG_CACHE_HOME: profile,
      LD_LIBRARY_PATH: librariesFolder,
    },
  });
  const browser = await Promise.race([launched, rejectAtAbort(signal)]);
  // A killed browser leaves data unread, which is an error on the pipe, and puppeteer listens for errors only until
  // the browser has hung up.
  for (const pipe of browser.process()?.stdio ?? []) {
    pipe?.on('error', () => undefined);
  }

  return browser;
};

/** Launches a browser with its own profile. */
const launchWithProfile = async (options: BrowserOptions, signal: AbortSignal) => {
  const profile = await createProfile(options.browserFolder);
  const removeNow = () => rmSync(profile, REMOVAL);
  const remove = async () => {
    process.off('exit', removeNow);
    await rm(profile, REMOVAL);
  };

  try {
    const browser = await launchIn(profile, options, signal);
    // Puppeteer has listened for the exit since the launch, so it ends the browser before this removes the profile.
    process.once('exit', removeNow);

    return { browser, remove };
  } catch (error) {
    await remove();
    throw error;
  }
};

/** Opens a page that runs no script and loads nothing. */
const openPageOf = async (browser: Browser): Promise<Page> => {
  const page = await browser.newPage();
  await Promise.all([page.setJavaScriptEnabled(false), page.setRequestInterception(true)]);
  // A request whose page has closed meanwhile can no longer be aborted, and does not need to be.
  page.on('request', (request) => request.abort().catch(() => undefined));

  return page;
};

/** Starts a browser; if the launch fails, opening the first page reports it. */
export const startBrowser = (options: BrowserOptions) => {
  const killer = new AbortController();
  const launched = launchWithProfile(options, killer.signal);
  launched.catch(() => undefined);

  return {
    openPage: async (): Promise<Page> => {
      const { browser } = await launched;

      return within(OPENING_MS, openPageOf(browser), `Chromium opened no page within ${OPENING_MS} ms`);
    },

    /** Ends the browser and removes its profile, even if it hangs or is still being launched. */
    end: async (): Promise<void> => {
      killer.abort();
      const running = await launched.catch(() => undefined);
      await running?.browser.close().catch(() => undefined);
      await running?.remove().catch(() => undefined);
    },
  };
};

export type RunningBrowser = ReturnType<typeof startBrowser>;
