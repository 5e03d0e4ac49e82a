import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { inAdvance } from '#shared/in-advance.ts';
import { type BrowserOptions, endBrowser, launchBrowser, type RunningBrowser } from './chromium-browser.ts';

/** Each document leaves a little behind in the browser. */
export const DOCUMENTS_PER_BROWSER = 50;

/** A page that waits answers in milliseconds; one that does not must leave its document time for another browser. */
const ANSWER_MS = 3_000;

/** How long a launch and its page may take: two seconds where the browser is unpacked first, and more when it is busy. */
const OPENING_MS = 6_000;

/** Now and then Chromium dies or hangs while it opens a page, more so on a busy machine. */
const TRIES_MAX = 3;

/** A page that has shown nothing yet, and our own line to it. */
export interface BlankPage {
  page: Page;
  session: CDPSession;
}

interface WarmBrowser {
  running: Promise<RunningBrowser>;
  killer: AbortController;
  /** Nothing is begun on it or in its place any more. */
  isKilled: boolean;
  /** The page that waits for the next document. */
  blank: Promise<BlankPage> | undefined;
  /** How many documents it was given. */
  begun: number;
  /** How many of them it holds just now. */
  printing: number;
}

/** It runs no script and loads nothing. */
const openBlankPage = async (browser: Browser): Promise<BlankPage> => {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  // A request whose page is gone meanwhile can no longer be aborted, and need not be.
  page.on('request', (request) => request.abort().catch(() => undefined));

  return { page, session: await page.createCDPSession() };
};

const endWithin = async <Result>(ms: number, work: Promise<Result>): Promise<Result> => {
  const ended = new AbortController();
  const end = async (): Promise<never> => {
    await sleep(ms, undefined, { signal: ended.signal });
    throw new Error(`Chromium opened no page within ${ms} ms`);
  };

  try {
    return await Promise.race([work, end()]);
  } finally {
    ended.abort();
  }
};

/**
 * One browser with one blank page, both there before they are needed: while a job goes on with the PDF that it got, its
 * page is closed and the next one opened; after a fault or 50 documents the browser is left and the next one launched.
 * Lambda may freeze this process in the midst of that. What is not well afterwards is left, too, and costs the next
 * document a launch, and no fault.
 */
export const keepPages = (options: BrowserOptions) => {
  const alive = new Set<WarmBrowser>();
  let current: WarmBrowser | undefined;

  const openOn = async ({ running }: WarmBrowser) => openBlankPage((await running).browser);

  const start = (): WarmBrowser => {
    const killer = new AbortController();
    const running = launchBrowser(options, killer.signal);
    const started: WarmBrowser = {
      running,
      killer,
      isKilled: false,
      blank: undefined,
      begun: 0,
      printing: 0,
    };
    started.blank = inAdvance(openOn(started));
    alive.add(started);
    current = started;

    const forget = () => {
      alive.delete(started);
      leave(started);
      // A launch that was given up may have left its process.
      killer.abort();
    };
    const forgetOnceLost = ({ browser, work }: RunningBrowser) => {
      browser.on('disconnected', () => {
        forget();
        // What cannot be removed now is removed at the next start.
        work.remove().catch(() => undefined);
      });
    };
    running.then(forgetOnceLost, forget);

    return started;
  };

  /** Gives it no further document. */
  const leave = (warm: WarmBrowser) => {
    if (current === warm) current = undefined;
  };

  const end = async ({ killer, running }: WarmBrowser): Promise<void> => {
    killer.abort();
    await running.then(endBrowser).catch(() => undefined);
  };

  /** To be called when it holds a document less: one that was left ends with its last. */
  const release = (warm: WarmBrowser) => {
    warm.printing -= 1;
    if (current !== warm && warm.printing === 0) void end(warm);
  };

  const takeFrom = async (warm: WarmBrowser) => {
    warm.begun += 1;
    warm.printing += 1;
    if (warm.begun === DOCUMENTS_PER_BROWSER) leave(warm);
    const opening = warm.blank ?? openOn(warm);
    warm.blank = undefined;

    try {
      const blank = await endWithin(OPENING_MS, opening);
      // Only an answer tells that it is still there.
      await blank.session.send('Page.enable', undefined, { timeout: ANSWER_MS });

      return { warm, blank };
    } catch (error) {
      leave(warm);
      release(warm);
      throw error;
    }
  };

  const take = async () => {
    for (let tries = 1; ; tries += 1) {
      const warm = current ?? start();

      try {
        return await takeFrom(warm);
      } catch (error) {
        if (warm.isKilled || tries === TRIES_MAX) throw error;
      }
    }
  };

  /** Not waited for: the job goes on meanwhile. */
  const giveBack = (warm: WarmBrowser, { page }: BlankPage) => {
    const closed = page.close().catch(() => undefined);

    if (current === warm) warm.blank ??= inAdvance(closed.then(() => openOn(warm)));
    else if (!warm.isKilled && !current) start();
    release(warm);
  };

  return {
    /** Gives a document a page of its own, which nobody gets after it. */
    withPage: async <Result>(work: (page: BlankPage) => Promise<Result>): Promise<Result> => {
      const { warm, blank } = await take();

      try {
        return await work(blank);
      } catch (error) {
        leave(warm);
        throw blank.page.browser().connected
          ? error
          : new Error('Chromium ended while it was printing', { cause: error });
      } finally {
        giveBack(warm, blank);
      }
    },

    /** Ends the browser, also one that hangs or is still being launched. */
    kill: async (): Promise<void> => {
      current = undefined;
      for (const warm of alive) warm.isKilled = true;

      await Promise.all([...alive].map(end));
    },
  };
};
