import type { Browser, BrowserContextOptions } from '@playwright/test';
import * as z from 'zod';

/** A network with the slowdown of the processor: Lighthouse's slow 4G on a phone, and the line of an office. */
const CONDITIONS = {
  'slow 4G': { latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 86_400, slowdown: 4 },
  office: { latency: 20, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000, slowdown: 1 },
} as const;
export type Conditions = keyof typeof CONDITIONS;
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const QUIET_MS = 2_500;
const VISIT_MS_MAX = 60_000;

/** When the visible text of an answer was painted, and what the page had asked for by then. */
const paintedAnswer = z.object({ ms: z.number(), requests: z.number(), files: z.number() });

const observed = z.object({
  fcpMs: z.number(),
  lcpMs: z.number(),
  layoutShift: z.number(),
  blockingMs: z.number(),
  answers: z.record(z.string(), paintedAnswer),
});

export interface Vitals extends z.output<typeof observed> {
  requests: number;
  kilobytes: number;
  /** Time for which the page kept the slowed processor busy. */
  busyMs: number;
}

/**
 * Runs in the page: its paints, its worst second of layout shifts, how long tasks have blocked beyond 50 ms, and when
 * each of the answers was painted. The text is the visible one, in which a no-break space counts as a space.
 */
const observe = (answers: readonly string[]) => `
  globalThis.vitals = { fcpMs: 0, lcpMs: 0, layoutShift: 0, blockingMs: 0, answers: {} };
  const on = (type, see) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  on('paint', (entry) => { if (entry.name === 'first-contentful-paint') vitals.fcpMs = entry.startTime; });
  on('largest-contentful-paint', (entry) => { vitals.lcpMs = entry.startTime; });
  on('longtask', (entry) => { vitals.blockingMs += Math.max(0, entry.duration - 50); });

  let session = 0, firstAt = 0, lastAt = 0;
  on('layout-shift', ({ hadRecentInput, startTime, value }) => {
    if (hadRecentInput) return;
    const isSame = startTime - lastAt < 1000 && startTime - firstAt < 5000;
    if (!isSame) firstAt = startTime;
    session = isSame ? session + value : value;
    lastAt = startTime;
    vitals.layoutShift = Math.max(vitals.layoutShift, session);
  });

  const plain = (text) => (text ?? '').replace(/[\\u00a0\\u202f]/g, ' ');
  const notePaint = (answer) => requestAnimationFrame(() => setTimeout(() => {
    const ms = performance.now();
    const before = performance.getEntriesByType('resource')
      .filter((entry) => entry.startTime < ms && entry.name.startsWith(location.origin));
    const files = before.filter((entry) => /\\.(js|css)$/.test(new URL(entry.name).pathname));
    vitals.answers[answer] = { ms, requests: before.length, files: files.length };
  }));
  const missing = new Set(${JSON.stringify(answers)});
  const look = () => {
    isWaiting = false;
    for (const answer of missing) {
      const pattern = new RegExp(answer, 's');
      // The visible text costs a layout, so it is read only if the text is there at all.
      if (!pattern.test(plain(document.body?.textContent)) || !pattern.test(plain(document.body.innerText))) continue;
      missing.delete(answer);
      notePaint(answer);
    }
    if (missing.size === 0) watch.disconnect();
  };
  let isWaiting = false;
  const watch = new MutationObserver(() => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(look);
  });
  watch.observe(document, { subtree: true, childList: true, characterData: true });
`;

/** Measures one cold load on a phone, by default on a slow one, until nothing has been loaded or painted larger for a while. */
export const visitOnPhone = async (
  browser: Browser,
  url: string,
  answers: readonly string[] = [],
  storageState?: BrowserContextOptions['storageState'],
  conditions: Conditions = 'slow 4G',
): Promise<Vitals> => {
  const { slowdown, ...network } = CONDITIONS[conditions];
  const context = await browser.newContext({
    ...PHONE,
    ignoreHTTPSErrors: true,
    ...(storageState && { storageState }),
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe(answers));
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });

    let bytes = 0;
    let requests = 0;
    const open = new Set<string>();
    let lastChangeAt = performance.now();
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.startsWith('http')) {
        open.add(requestId);
        lastChangeAt = performance.now();
      }
    });
    const end = (requestId: string, length: number) => {
      if (open.delete(requestId)) {
        requests += 1;
        bytes += length;
        lastChangeAt = performance.now();
      }
    };
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      end(requestId, encodedDataLength),
    );
    devtools.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0));

    const startedAt = performance.now();
    await page.goto(url, { waitUntil: 'load', timeout: VISIT_MS_MAX });
    let largestPaintMs = -1;
    while (
      (open.size > 0 || performance.now() - lastChangeAt < QUIET_MS) &&
      performance.now() - startedAt < VISIT_MS_MAX
    ) {
      const lcpMs = await page.evaluate<number>('vitals.lcpMs');
      if (lcpMs !== largestPaintMs) {
        largestPaintMs = lcpMs;
        lastChangeAt = performance.now();
      }
      await page.waitForTimeout(100);
    }
    const { metrics } = await devtools.send('Performance.getMetrics');
    const busySeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;

    return {
      ...observed.parse(await page.evaluate('vitals')),
      requests,
      kilobytes: bytes / 1024,
      busyMs: busySeconds * 1000,
    };
  } finally {
    await context.close();
  }
};
